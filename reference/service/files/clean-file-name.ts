import type { Deployment } from '../deployment.ts'
import { rule } from '../rule.ts'

/** Longer names would not fit a download's header, nor most file systems. */
const maxCharacters = 255

/** The last part of a sent name, without control characters; a name of which nothing is left becomes `unnamed`. */
export const cleanFileName = rule((deployment: Deployment, sent: string): string => {
  // Browsers write these three of all characters as escapes, and nothing else.
  const decoded = sent.replaceAll(/%(?:22|0A|0D)/giu, (escape) => decodeURIComponent(escape))
  const printable = withoutDirectories(deployment, decoded)
    .toWellFormed()
    .replaceAll(/[\p{Cc}\u2028\u2029]/gu, '')
  const short = Array.from(printable).slice(0, maxCharacters).join('')
  return /^[. ]*$/u.test(short) ? 'unnamed' : short
})

/** Where the file was on the client's disk is nobody's concern. */
export const withoutDirectories = rule((_: Deployment, name: string): string => name.split(/[\\/]/u).at(-1) ?? '')
