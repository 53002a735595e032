import { setTimeout as pause } from 'node:timers/promises'

export interface OutageOptions {
  /** Whether a connection opens now. */
  readonly connects: () => Promise<boolean>
  /** Ends the waiting early. */
  readonly signal: AbortSignal
  /** Milliseconds that a target is waited for. */
  readonly longestMs: number
  /** No wait goes beyond it; milliseconds since the epoch. */
  readonly deadline: number | undefined
}

/** Milliseconds between two attempts to connect, twice as many each time. */
const firstPause = 50
const longestPause = 2000

/**
 * A target that has answered before and accepts no connection any more: one that restarts is back in seconds, and a run that went on
 * sending meanwhile would have spent most of its checks. Nothing was sent where a connection was refused, so all that wait may go on.
 */
export class Outage {
  readonly #options: OutageOptions
  #waiting: Promise<void> | undefined
  /** When the first connection was refused; `undefined` since the last answer. */
  #since: number | undefined
  #hasAnswered = false
  #isOverSince = Number.NEGATIVE_INFINITY

  constructor(options: OutageOptions) {
    this.#options = options
  }

  answered(): void {
    this.#hasAnswered = true
    this.#since = undefined
  }

  /** Resolves when the outage is over that is being waited for; `undefined` where there is none. */
  get end(): Promise<void> | undefined {
    return this.#waiting
  }

  /** A connection was refused: waits until one opens. Gives `false` where the target has never answered, or was waited for in vain. */
  async isWaitedOut(): Promise<boolean> {
    if (!this.#hasAnswered) return false
    this.#since ??= Date.now()
    const until = this.#since + this.#options.longestMs
    if (Date.now() >= until) return false
    this.#waiting ??= this.#wait(until).finally(() => (this.#waiting = undefined))
    await this.#waiting
    return Date.now() < until
  }

  /** A connection broke: whether the target has been away since a moment, and is back. */
  async isBackSince(moment: number): Promise<boolean> {
    if (this.#waiting === undefined && this.#isOverSince < moment && !(await this.#options.connects()))
      return this.isWaitedOut()
    await this.#waiting
    return this.#isOverSince >= moment
  }

  async #wait(until: number): Promise<void> {
    const { connects, signal, deadline = Infinity } = this.#options
    for (
      let ms = firstPause;
      Date.now() < Math.min(until, deadline) && !signal.aborted;
      ms = Math.min(2 * ms, longestPause)
    ) {
      await pause(ms, undefined, { signal }).catch(() => undefined)
      if (!signal.aborted && (await connects())) {
        this.#isOverSince = Date.now()
        return
      }
    }
  }
}
