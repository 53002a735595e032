/** What RFC 3986 knows in a path and a query; a percent sign stands before two hexadecimal digits only. */
const nothingForeign = /^[\w\-.~:/?@!$&'()*+,;=]*$/
const foreign = /%(?![0-9a-f]{2})|[^\w\-.~:/?@!$&'()*+,;=%]/giu

/** An address as a URI: hostile paths are sent as they are, and an archive takes nothing but URIs. */
export function uriOf(url: string): string {
  if (nothingForeign.test(url)) return url
  const [, origin = '', rest = ''] = /^([a-z]+:\/\/[^/?#]*)([^]*)$/i.exec(url) ?? ['', '', url]
  return `${origin}${rest.toWellFormed().replaceAll(foreign, escaped)}`
}

function escaped(character: string): string {
  return [...Buffer.from(character)].map((byte) => `%${byte.toString(16).toUpperCase().padStart(2, '0')}`).join('')
}
