/** Time-outs in a row after which an endpoint is asked no more. */
const ofOneEndpoint = 5

/** Time-outs in a row, whatever was asked, after which nothing is asked any more. */
const ofTheTarget = 16

/** Milliseconds after which one request is tried again: what hung may have been a restart of what the target stands on. */
const betweenTrials = 20_000

interface Timeouts {
  readonly count: number
  /** When the last one timed out, or was tried again. */
  readonly at: number
}

const none: Timeouts = { count: 0, at: 0 }

/** Keeps count of requests that had no answer in time: each costs half a minute, and a target that hangs gives none at all. */
export class CircuitBreaker {
  readonly #byEndpoint = new Map<string, Timeouts>()
  readonly #now: () => number
  #inAll = none

  constructor(now: () => number = Date.now) {
    this.#now = now
  }

  timedOut(endpoint: string): void {
    const at = this.#now()
    this.#byEndpoint.set(endpoint, { count: this.#of(endpoint).count + 1, at })
    this.#inAll = { count: this.#inAll.count + 1, at }
  }

  answered(endpoint: string): void {
    this.#byEndpoint.delete(endpoint)
    this.#inAll = none
  }

  /** Why a request to an endpoint is not worth sending; `undefined` where it is, or is the one that tries whether that has changed. */
  reasonAgainst(endpoint: string): string | undefined {
    const now = this.#now()
    const timeouts = this.#of(endpoint)
    if (this.#inAll.count >= ofTheTarget && now < this.#inAll.at + betweenTrials)
      return `not sent: the last ${this.#inAll.count} requests timed out`
    if (timeouts.count >= ofOneEndpoint && now < timeouts.at + betweenTrials)
      return `not sent: the last ${timeouts.count} requests to ${endpoint} timed out`
    if (this.#inAll.count >= ofTheTarget) this.#inAll = { ...this.#inAll, at: now }
    if (timeouts.count >= ofOneEndpoint) this.#byEndpoint.set(endpoint, { ...timeouts, at: now })
    return undefined
  }

  #of(endpoint: string): Timeouts {
    return this.#byEndpoint.get(endpoint) ?? none
  }
}
