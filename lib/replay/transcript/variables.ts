/** Parts of a text: literal, or the value of a shell variable. */
type Pieces = ReadonlyArray<string | { readonly variable: string }>

/** Characters that are invisible in a script, or that would move a terminal. */
// oxlint-disable-next-line no-control-regex -- controls are what it looks for
const hidden = /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]+/
/** So many of the same character stand for themselves. */
const longRun = /([\w ./[\]{}-])\1{59,}/

/** Random values of the run, by the variables in which a transcript keeps its own. */
export class Variables {
  readonly #variables = new Map<string, string>()

  add(value: string, variable: string): void {
    if (value !== '' && !this.#variables.has(value)) this.#variables.set(value, variable)
  }

  of(value: string): string | undefined {
    return this.#variables.get(value) ?? this.#variables.get(value.toLowerCase())
  }

  /** A text as one shell word, inside `'…'`: a variable contains nothing that a shell would split. */
  word(text: string): string {
    const words = this.#pieces(text).map((piece) => (typeof piece === 'string' ? literal(piece) : `$${piece.variable}`))
    return words.join('') || "''"
  }

  /** A path and query after the base URL, inside `"…"`. */
  url(path: string): string {
    const words = this.#pieces(path).map((piece) =>
      typeof piece === 'string' ? piece.replaceAll(/["$`\\]/g, String.raw`\$&`) : `\${${piece.variable}}`,
    )
    const text = words.join('').replaceAll(/\$\{(\w+)\}(?!\w)/g, '$$$1')
    return text.startsWith('/v1/public/') ? `"$api${text.slice('/v1/public'.length)}"` : `"$BASE_URL${text}"`
  }

  #pieces(text: string): Pieces {
    if (this.#variables.size === 0) return [text]
    const longestFirst = [...this.#variables.keys()].toSorted((one, other) => other.length - one.length)
    const pattern = new RegExp(`(${longestFirst.map((value) => bounded(value)).join('|')})`)
    const pieces = text
      .split(pattern)
      .map((part, index) => (index % 2 === 0 ? part : { variable: this.#variables.get(part) ?? '' }))
    return pieces.filter((piece) => piece !== '')
  }
}

/** A short value is kept only between other characters. */
function bounded(value: string): string {
  const escaped = RegExp.escape(value)
  return value.length < 8 ? `(?<![\\w-])${escaped}(?![\\w-])` : escaped
}

function literal(text: string): string {
  const run = longRun.exec(text)
  if (run) return spliced(text, run, `"$(many ${run[0].length} '${run[1]}')"`)
  const unseen = hidden.exec(text)
  if (unseen) return spliced(text, unseen, `"$(printf '${octal(Buffer.from(unseen[0]))}')"`)
  return text === '' ? '' : `'${text.replaceAll("'", String.raw`'\''`)}'`
}

function spliced(text: string, { 0: match, index }: RegExpExecArray, word: string): string {
  return `${literal(text.slice(0, index))}${word}${literal(text.slice(index + match.length))}`
}

/** Bytes as a format of printf. */
export function octal(bytes: Uint8Array): string {
  return [...bytes]
    .map((byte) => {
      const character = String.fromCharCode(byte)
      return /[\w ,.:;=/()<>{}[\]"-]/.test(character) ? character : `\\${byte.toString(8).padStart(3, '0')}`
    })
    .join('')
}
