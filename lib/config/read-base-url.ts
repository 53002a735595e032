import { ConfigurationError } from './errors.ts'

/** The origin and prefix of a deployment, without the slash at its end; `name` is the name of the setting in messages. */
export function readBaseUrl(text: string, name = 'the base URL'): string {
  const fix = 'give an http or https URL such as https://api.example.com or https://example.com/prefix'
  // It may contain a pasted key: no message repeats more than the origin and the path.
  const url = URL.parse(text)
  if (!url) throw new ConfigurationError(`${name} is not a URL; ${fix}`)
  if (url.username !== '' || url.password !== '')
    throw new ConfigurationError(`${name} contains a user name or password; put keys into the environment`)
  if (url.protocol !== 'http:' && url.protocol !== 'https:')
    throw new ConfigurationError(`${name} begins with ${url.protocol}, which is not a web address; ${fix}`)
  if (text.includes('?') || text.includes('#'))
    throw new ConfigurationError(`${name} has a query or a fragment; ${fix}`)
  const prefix = url.pathname.replace(/\/+$/, '')
  if (prefix.endsWith('/v1/public'))
    throw new ConfigurationError(`${name} ends in /v1/public; remove it, the suite adds it`)
  return `${url.origin}${prefix}`
}
