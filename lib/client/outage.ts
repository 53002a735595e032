import { setTimeout as pause } from 'node:timers/promises'
import { isRecord } from '../contract/is-record.ts'
import type { Exchange } from './exchange.ts'

/** What a request that is known to be answered tells just now; `unknown` where there is none, or it is not answered in time. */
export type Presence = 'here' | 'away' | 'unknown'

export interface OutageOptions {
  /** Whether the target answers now. */
  readonly look: () => Promise<Presence>
  /** Ends the waiting early. */
  readonly signal: AbortSignal
  /** Milliseconds that a target is waited for. */
  readonly longestMs: number
  /** No wait goes beyond it; milliseconds since the epoch. */
  readonly deadline: number | undefined
}

/** Milliseconds between two looks, twice as many each time: a service that is rolled out is back in seconds. */
const firstPause = 50
const longestPause = 250

/** Milliseconds after which a target that was waited for in vain is asked again. */
const betweenTrials = 20_000

const ofGateways: ReadonlySet<number> = new Set([502, 503, 504])

/** Whether something in front of the service says that it is away: every error of the service itself is JSON with a code. */
export function isOfGateway({ status, json }: Pick<Exchange, 'status' | 'json'>): boolean {
  return ofGateways.has(status) && !(isRecord(json) && typeof json['error'] === 'string')
}

/**
 * A target that has answered before and accepts no connection any more, or of which only a gateway answers: one that restarts is
 * back in seconds, and a run that went on sending meanwhile would have spent most of its checks.
 */
export class Outage {
  readonly #options: OutageOptions
  #waiting: Promise<void> | undefined
  /** When it was first seen to be away; `undefined` since the last answer. */
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

  /** Resolves when the outage is over that is being waited for; `undefined` where there is none. */
  get end(): Promise<void> | undefined {
    return this.#waiting
  }

  /** Waits until the target answers again. Gives `false` where it has never answered, or was waited for in vain. */
  async isWaitedOut(): Promise<boolean> {
    if (!this.#hasAnswered) return false
    this.#since ??= Date.now()
    const until = this.#since + this.#options.longestMs
    if (Date.now() >= until) return false
    this.#waiting ??= this.#wait(until).finally(() => (this.#waiting = undefined))
    await this.#waiting
    return Date.now() < until
  }

  /** Since when the target is away, in words, where it was waited for in vain and it is not yet time for another trial. */
  reasonAgainstSending(): string | undefined {
    const reason = this.lasting
    const now = Date.now()
    if (reason === undefined || now < this.#triedAt + betweenTrials) return reason
    this.#triedAt = now
    return undefined
  }

  /** Since when the target is away, in words, where it was waited for in vain. */
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

/** Time-outs in a row after which an endpoint is asked no more. */
const ofOneEndpoint = 5

/** Time-outs in a row, whatever was asked, after which nothing is asked any more. */
const ofTheTarget = 16

/** Milliseconds after which one request is tried again: what hung may have been a restart of what the target stands on. */
const betweenTries = 20_000

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
