import { ConfigurationError } from './configuration-error.ts'

/** The origin and prefix of a deployment, without the slash at its end. */
export function readBaseUrl(text: string): string {
  const mend = 'give an http or https URL such as https://api.example.com or https://example.com/prefix'
  if (!URL.canParse(text)) throw new ConfigurationError(`the base URL "${text}" is no URL; ${mend}`)
  const url = new URL(text)
  if (url.username !== '' || url.password !== '')
    throw new ConfigurationError('the base URL holds a user name or password; the key goes into CONFORMANCE_API_KEY')
  if (url.protocol !== 'http:' && url.protocol !== 'https:') throw new ConfigurationError(`the base URL "${text}" is no web address; ${mend}`)
  if (url.search !== '' || url.hash !== '') throw new ConfigurationError(`the base URL "${text}" has a query or a fragment; ${mend}`)
  const prefix = url.pathname.replace(/\/+$/, '')
  if (prefix.endsWith('/v1/public'))
    throw new ConfigurationError(`the base URL "${text}" ends in /v1/public; leave that off, the suite adds it`)
  return `${url.origin}${prefix}`
}
