import fc from 'fast-check'

// Each is something that careless services fold, compose, remove, escape or miscount.
const characters = `a Z 7 - _ . / \\ " ' \` % & # ? ; | $ {} [ @ <b> &amp; </script> {{x}} \${x} %20 \\n -- :)`.split(
  ' ',
)
// A letter in composed and decomposed form, a character that normalization would replace, a ligature, and letters with unusual
// case folding.
const letters = '\u00e9 e\u0301 \u212b \ufb01 \u00df \u0130 \u01c5 Ж ς 漢 カ \uff76 한 \u1112\u1161\u11ab हि ไทย'.split(
  ' ',
)
const directions = 'שלום مرحبا \u200f \u200e \u200d \u00ad'.split(' ')
const emoji = '😀 👩‍👩‍👧 🇩🇪 👍🏽 𠀋 ½ ² ≤ € …'.split(' ')
const spaces = [' ', '  ', '\u00a0', '\u2009']
// One of two quotes or backslashes disappears if a service treats it as an escape.
const doubled = [`''`, `""`, String.raw`\\`]
const units = [...characters, ...doubled, ...letters, ...directions, ...emoji, ...spaces]
const lines = ['\n', '\t', '\r\n']

/** Up to 12 characters that careless services change; lawful JSON, no control characters. */
export function keptText(): fc.Arbitrary<string> {
  return fc.string({ unit: fc.constantFrom(...units), maxLength: 12 })
}

/** As `keptText`, with line breaks and tabs between. */
export function keptLines(): fc.Arbitrary<string> {
  return fc.string({ unit: fc.constantFrom(...units, ...lines), maxLength: 24 })
}

const plain = 'abcdefghijklmnoprstuvwyzABCDEFGH0123456789'.split('')

/** A text of plain words that no service should change. */
export function plainText(): fc.Arbitrary<string> {
  const word = fc.string({ unit: fc.constantFrom(...plain), minLength: 1, maxLength: 8 })
  return fc.array(word, { minLength: 1, maxLength: 5 }).map((words) => words.join(' '))
}
