/** Words that checks share, such as a common beginning of names. */
export class DrawnWords {
  readonly #drawn = new Map<string, string>()

  /** The word of a purpose: drawn by who asks first. */
  of(purpose: string, draw: () => string): string {
    const word = this.#drawn.get(purpose) ?? draw()
    this.#drawn.set(purpose, word)
    return word
  }

  /** Every word is different from now on: a lost request may have been executed, so a name may be in use. */
  forget(): void {
    this.#drawn.clear()
  }
}
