/** A text in which some parts come from variables of a script. */
export type Pieces = ReadonlyArray<string | { readonly variable: string }>

/** Values that a run had by chance, by the variables that hold those of a script. */
export class Names {
  readonly #variables = new Map<string, string>()
  #pattern: RegExp | undefined

  add(value: string, variable: string): void {
    if (value === '' || this.#variables.has(value)) return
    this.#variables.set(value, variable)
    this.#pattern = undefined
  }

  /** A text with the variables in place of the values; a short value stands for itself only between other characters. */
  pieces(text: string): Pieces {
    const { pattern } = this
    if (!pattern) return text === '' ? [] : [text]
    const pieces: Array<string | { readonly variable: string }> = []
    let end = 0
    for (const match of text.matchAll(pattern)) {
      const variable = this.#variables.get(match[0]) ?? ''
      if (match.index > end) pieces.push(text.slice(end, match.index))
      pieces.push({ variable })
      end = match.index + match[0].length
    }
    if (end < text.length) pieces.push(text.slice(end))
    return pieces
  }

  /** The same as one text, the names in braces. */
  named(text: string): string {
    return this.pieces(text)
      .map((piece) => (typeof piece === 'string' ? piece : `{${piece.variable}}`))
      .join('')
  }

  get pattern(): RegExp | undefined {
    if (this.#variables.size === 0) return undefined
    const longestFirst = [...this.#variables.keys()].sort((one, other) => other.length - one.length)
    this.#pattern ??= new RegExp(longestFirst.map((value) => bounded(value)).join('|'), 'g')
    return this.#pattern
  }
}

function bounded(value: string): string {
  const escaped = RegExp.escape(value)
  return value.length < 8 ? `(?<![\\w-])${escaped}(?![\\w-])` : escaped
}
