import { setTimeout as pause } from 'node:timers/promises'
import { isRecord } from '../contract/is-record.ts'
import type { Exchange } from './exchange.ts'

/** The result of a request that was answered before; `unknown` if there is none, or if it times out. */
export type Presence = 'here' | 'away' | 'unknown'

export interface OutageOptions {
  /** Whether the target answers now. */
  readonly look: () => Promise<Presence>
  /** Ends the waiting early. */
  readonly signal: AbortSignal
  /** Milliseconds that a target is waited for. */
  readonly longestMs: number
  /** No wait exceeds it; milliseconds since the epoch. */
  readonly deadline: number | undefined
}

/** Milliseconds between two attempts, doubled each time: a rollout ends within seconds. */
const firstPause = 50
const longestPause = 250

/** Milliseconds between attempts to reach a target for which the client waited in vain. */
const betweenTrials = 20_000

const ofGateways: ReadonlySet<number> = new Set([502, 503, 504])

/** Whether a component in front of the service reports an outage: every error of the service itself is JSON with a code. */
export function isOfGateway({ status, json }: Pick<Exchange, 'status' | 'json'>): boolean {
  return ofGateways.has(status) && !(isRecord(json) && typeof json['error'] === 'string')
}

/**
 * A target that answered before and now accepts no connection, or of which only a gateway answers. A restart takes seconds, and a
 * run that continued to send would lose most of its checks meanwhile.
 */
export class Outage {
  readonly #options: OutageOptions
  #waiting: Promise<void> | undefined
  /** When the outage was first seen; `undefined` since the last answer. */
  #since: number | undefined
  #triedAt = 0
  #hasAnswered = false

  constructor(options: OutageOptions) {
    this.#options = options
  }

  answered(): void {
    this.#hasAnswered = true
    this.#since = undefined
  }

  /** Resolves at the end of the current outage; `undefined` if there is none. */
  get end(): Promise<void> | undefined {
    return this.#waiting
  }

  /** Waits until the target answers again. Returns `false` if it never answered, or if the wait was in vain. */
  async isWaitedOut(): Promise<boolean> {
    if (!this.#hasAnswered) return false
    this.#since ??= Date.now()
    const until = this.#since + this.#options.longestMs
    if (Date.now() >= until) return false
    this.#waiting ??= this.#wait(until).finally(() => (this.#waiting = undefined))
    await this.#waiting
    return Date.now() < until
  }

  /** Since when the target is down, in words, if the client waited in vain and the next attempt is not due. */
  reasonAgainstSending(): string | undefined {
    const reason = this.lasting
    const now = Date.now()
    if (reason === undefined || now < this.#triedAt + betweenTrials) return reason
    this.#triedAt = now
    return undefined
  }

  /** Since when the target is down, in words, if the client waited for it in vain. */
  get lasting(): string | undefined {
    if (this.#since === undefined || Date.now() < this.#since + this.#options.longestMs) return undefined
    return `the service has been unavailable since ${new Date(this.#since).toISOString()}; no more requests were sent`
  }

  async #wait(until: number): Promise<void> {
    const { look, signal, deadline = Infinity } = this.#options
    for (
      let ms = firstPause;
      Date.now() < Math.min(until, deadline) && !signal.aborted;
      ms = Math.min(2 * ms, longestPause)
    ) {
      await pause(ms, undefined, { signal }).catch(() => undefined)
      if (!signal.aborted && (await look()) !== 'away') return
    }
    this.#triedAt = Date.now()
  }
}

/** Timeouts in a row after which nothing more is sent to an endpoint. */
const ofOneEndpoint = 5

/** Timeouts in a row, at any endpoints, after which nothing more is sent. */
const ofTheTarget = 16

/** Milliseconds after which one request is tried again: a restart behind the target may have ended. */
const betweenTries = 20_000

interface Timeouts {
  readonly count: number
  /** When the last one timed out, or was tried again. */
  readonly at: number
}

const none: Timeouts = { count: 0, at: 0 }

/** Counts requests that timed out: each costs half a minute, and a hanging target never answers. */
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

  /** Why a request to an endpoint is not sent; `undefined` if it is, or if it is the trial. */
  reasonAgainst(endpoint: string): string | undefined {
    const now = this.#now()
    const timeouts = this.#of(endpoint)
    if (this.#inAll.count >= ofTheTarget && now < this.#inAll.at + betweenTries)
      return `not sent: the last ${this.#inAll.count} requests timed out`
    if (timeouts.count >= ofOneEndpoint && now < timeouts.at + betweenTries)
      return `not sent: the last ${timeouts.count} requests to ${endpoint} timed out`
    if (this.#inAll.count >= ofTheTarget) this.#inAll = { ...this.#inAll, at: now }
    if (timeouts.count >= ofOneEndpoint) this.#byEndpoint.set(endpoint, { ...timeouts, at: now })
    return undefined
  }

  #of(endpoint: string): Timeouts {
    return this.#byEndpoint.get(endpoint) ?? none
  }
}
