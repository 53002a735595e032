import type { Deployment } from '../deployment.ts'
import { broken } from '../http/service-error.ts'

/** Longer names would not fit a download's header, nor most file systems. */
const maxCharacters = 255

/** The last part of a sent name, without control characters; a name of which nothing is left becomes `unnamed`. */
export function cleanFileName({ faults, variants }: Pick<Deployment, 'faults' | 'variants'>, sent: string): string {
  // Browsers write these three of all characters as escapes, and nothing else.
  const decoded = sent.replaceAll(/%(?:22|0A|0D)/giu, (escape) => decodeURIComponent(escape))
  const keepsPath = variants.chosen('file-names-keep-their-path') || variants.chosen('download-name-keeps-its-slashes')
  const kept = keepsPath ? decoded : lastPart(decoded)
  const printable = kept.toWellFormed().replaceAll(/[\p{Cc}\u2028\u2029]/gu, '')
  if (printable.includes(';') && faults.active('file-name-ends-at-a-semicolon')) return printable.split(';')[0] ?? ''
  if (/\.[A-Z]+$/u.test(printable) && faults.active('file-extension-in-lower-case'))
    return printable.replace(/\.[A-Z]+$/u, (extension) => extension.toLowerCase())
  if (printable !== '' && !printable.includes('.') && faults.active('file-without-extension-gets-one'))
    return `${printable}.bin`
  const characters = Array.from(printable)
  if (characters.length > 100 && faults.active('long-file-name-is-cut')) return characters.slice(0, 100).join('')
  if (characters.length > maxCharacters && faults.active('long-file-name-breaks-the-service')) throw broken()
  const short = characters.slice(0, maxCharacters).join('')
  return /^[. ]*$/u.test(short) ? 'unnamed' : short
}

function lastPart(name: string): string {
  return name.split(/[\\/]/u).at(-1) ?? ''
}
