/** Words that checks share, such as the beginning of several names. */
export class DrawnWords {
  readonly #drawn = new Map<string, string>()

  /** The word of a purpose: drawn by who asks first. */
  of(purpose: string, draw: () => string): string {
    const word = this.#drawn.get(purpose) ?? draw()
    this.#drawn.set(purpose, word)
    return word
  }

  /** Every word is another one from now on: what lost its answer may have been done, and a name be in use. */
  forget(): void {
    this.#drawn.clear()
  }
}
