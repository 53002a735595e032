import { setTimeout as pause } from 'node:timers/promises'

const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

/** Milliseconds after a signal at which checks are waited for no longer. */
const timeoutAfterSignalMs = 4000

/**
 * On the first SIGINT, SIGTERM or SIGHUP a run sends nothing more and goes on to its teardown; a second one ends the process.
 * Listens from the moment that it is made.
 */
export class Interruption {
  #signal: NodeJS.Signals | undefined
  readonly #stops = new Set<() => void>()
  readonly #came = Promise.withResolvers<undefined>()
  readonly #listener = (signal: NodeJS.Signals): void => {
    this.#signal = signal
    process.stderr.write(`${signal}: ending the checks under way, then removing what was made\n`)
    this.forget()
    for (const stop of this.#stops) stop()
    this.#came.resolve(undefined)
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
    this.#stops.add(stop)
    if (this.#signal !== undefined) stop()
  }

  /** The outcome of work that is given up a few seconds after a signal, or after so many milliseconds; `undefined` where it was. */
  async orStopped<Outcome>(work: Promise<Outcome>, longestMs?: number): Promise<Outcome | undefined> {
    const over = new AbortController()
    const within = (ms: number): Promise<undefined> => pause(ms, undefined, { signal: over.signal })
    const late = Promise.race([
      this.#came.promise.then(() => within(timeoutAfterSignalMs)),
      ...(longestMs === undefined ? [] : [within(longestMs)]),
    ])
    // What ends after it was given up concerns nobody.
    work.catch(() => undefined)
    try {
      return await Promise.race([work, late.catch(() => undefined)])
    } finally {
      over.abort()
    }
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
