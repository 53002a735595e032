const signals = ['SIGINT', 'SIGTERM'] as const

/**
 * On the first SIGINT or SIGTERM a run begins no further check and goes on to its clean-up; a second one ends the process.
 * Listens from the moment that it is made.
 */
export class Interruption {
  #signal: NodeJS.Signals | undefined
  #stop: () => void = () => undefined
  readonly #listener = (signal: NodeJS.Signals): void => {
    this.#signal = signal
    process.stderr.write(`${signal}: ending the checks under way, then cleaning up\n`)
    this.forget()
    this.#stop()
  }

  constructor() {
    for (const name of signals) process.once(name, this.#listener)
  }

  /** The signal that came, if one did. */
  get signal(): NodeJS.Signals | undefined {
    return this.#signal
  }

  /** Says what ends the checks; at once where the signal has come already. */
  stopBy(stop: () => void): void {
    this.#stop = stop
    if (this.#signal !== undefined) stop()
  }

  /** Removes the listeners that others have added: vitest and vite end the process at once, and what the run made would stay. */
  takeOver(): void {
    for (const name of signals)
      for (const listener of process.listeners(name))
        if (listener !== this.#listener) process.removeListener(name, listener)
  }

  forget(): void {
    for (const name of signals) process.removeListener(name, this.#listener)
  }
}
