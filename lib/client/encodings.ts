/** Lists of at least twelve bytes of printable text; of more, so many are matched at once that they fit on the stack of regular expressions. */
const hexadecimals = /(?:[2-7][\da-f](?:\\[nrt]|\W){0,16}(?:0x)?){11,4000}[2-7][\da-f]/gi
const decimals = /(?:(?:[3-9]\d|1[0-2]\d)(?:\\[nrt]|\W){1,16}){11,4000}(?:[3-9]\d|1[0-2]\d)/g

/** Escapes of addresses, of HTML and XML, and of programming languages, and words with whatever escapes are in them. */
const escapes =
  /%[\da-f]{2}|\\+x[\da-f]{2}|\\+u[\da-f]{4}|(?:\\+u\{|&#x)[\da-f]{1,6}[;}]?|&#\d{1,7};?|\\+[0-3]?[0-7]{2}/gi
const words = new RegExp(`(?:[^\\s"'<>\\\\%&=?,;:()[\\]{}|]|${escapes.source}){1,4000}`, 'gi')

/** Puts `***` in the place of what hides something in a list of bytes or with escapes. */
export function replaceEncoded(text: string, hides: (reading: string) => boolean): string {
  const unless = (encoded: string, ...readings: readonly string[]): string => (readings.some(hides) ? '***' : encoded)
  const unlisted = text
    .replace(hexadecimals, (list) => unless(list, ...fromHexadecimal(list)))
    .replace(decimals, (list) => unless(list, String.fromCharCode(...(list.match(/\d+/g) ?? []).map(Number))))
  if (!/[%&\\]/.test(unlisted) || !hides(unescaped(unlisted))) return unlisted
  return unlisted.replace(words, (word) => unless(word, unescaped(word)))
}

/** It may begin with half a byte of another. */
function fromHexadecimal(list: string): readonly string[] {
  const digits = list.replaceAll(/0x|\\[nrt]|\W/gi, '')
  return [digits, digits.slice(1)].map((from) => Buffer.from(from, 'hex').toString('latin1'))
}

function unescaped(text: string): string {
  return text.replace(escapes, (escape) => {
    const base = /[%xu]/i.test(escape) ? 16 : escape.startsWith('&') ? 10 : 8
    const code = Number.parseInt(escape.replace(/^[^\da-f]+/i, ''), base)
    return code <= 0x10_ff_ff ? String.fromCodePoint(code) : ''
  })
}
