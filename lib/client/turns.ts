/** Lets in one at a time, in the order in which they asked. */
export class Turns {
  #last: Promise<unknown> = Promise.resolve()

  /** Resolves when all who asked before have had their turn; the turn ends when it is disposed of. */
  async take(): Promise<Disposable> {
    const before = this.#last
    const turn = Promise.withResolvers<undefined>()
    this.#last = turn.promise
    await before
    return { [Symbol.dispose]: () => turn.resolve(undefined) }
  }
}
