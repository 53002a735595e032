/** Longer names would not fit a download's header, nor most file systems. */
const maxCharacters = 255

/** The last part of a sent name, without control characters; a name of which nothing is left becomes `unnamed`. */
export function cleanFileName(sent: string): string {
  const decoded = sent.replaceAll(/%(?:22|0A|0D)/giu, (escape) => decodeURIComponent(escape))
  const last = decoded.split(/[\\/]/u).at(-1) ?? ''
  const printable = last.toWellFormed().replaceAll(/[\p{Cc}\u2028\u2029]/gu, '')
  const short = Array.from(printable).slice(0, maxCharacters).join('')
  return /^[. ]*$/u.test(short) ? 'unnamed' : short
}
