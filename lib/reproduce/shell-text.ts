import type { Pieces } from './names.ts'

/** Characters that stand in a script as they are; whatever a terminal obeys, or hides in it, does not. */
// oxlint-disable-next-line no-control-regex -- controls are what it looks for
const active = /[\u0000-\u001f\u007f-\u009f\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff\ud800-\udfff]/u

/** A text in single quotes. */
export function quoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`
}

/** One word of a shell command, variables in double quotes. */
export function shellWord(pieces: Pieces): string {
  const words = pieces.map((piece) => {
    if (typeof piece !== 'string') return `"$${piece.variable}"`
    return active.test(piece) ? `"$(printf -- ${quoted(format(piece))})"` : quoted(piece)
  })
  return words.length === 0 ? "''" : words.join('')
}

/** What `printf` makes a text of: a format, and a variable for each place in it. Bytes are characters up to U+00FF. */
export function printfWords(pieces: Pieces, { inBytes = false } = {}): string {
  const written = inBytes ? formatOfBytes : format
  const text = pieces.map((piece) => (typeof piece === 'string' ? written(piece) : '%s')).join('')
  const variables = pieces.flatMap((piece) => (typeof piece === 'string' ? [] : [`"$${piece.variable}"`]))
  return [quoted(text), ...variables].join(' ')
}

function format(text: string): string {
  return Array.from(text, (character) => {
    if (character === '%') return '%%'
    if (character === '\\') return '\\\\'
    return active.test(character) ? [...Buffer.from(character)].map((byte) => octal(byte)).join('') : character
  }).join('')
}

function formatOfBytes(text: string): string {
  return Array.from(text, (byte) => (byte >= ' ' && byte <= '~' ? format(byte) : octal(byte.charCodeAt(0)))).join('')
}

function octal(byte: number): string {
  return `\\${byte.toString(8).padStart(3, '0')}`
}
