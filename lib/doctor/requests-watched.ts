import type { Exchange } from '../client/exchange.ts'
import { timeOfDateHeader } from '../client/pacer.ts'
import { rateStateOf } from '../service/given/rate-limits.ts'

/** The rate limit as the target's answers tell it. */
export interface WatchedRateLimit {
  /** Requests in a window. */
  readonly limit: number
  /** From what was seen: at least this long, rounded up to a usual length. */
  readonly windowSeconds: number
}

/** Lengths of a window that services have. */
const usualSeconds = [1, 2, 5, 10, 15, 20, 30, 60, 120, 300, 600, 900, 1800, 3600, 7200, 21_600, 43_200, 86_400]

/** The part of a window by which a Date may be late, from a cache or another clock. */
const lateness = 0.1

/** Watches the answers to doctor's requests for information outside their bodies. */
export class RequestsWatched {
  readonly #durations: number[] = []
  #limit: number | undefined
  #windowMs = 0
  /** How far the target's clock is ahead of ours, by the Date headers. */
  #lead: number | undefined

  /** How many were answered. */
  get count(): number {
    return this.#durations.length
  }

  /** Milliseconds of the median answer. */
  get medianMs(): number {
    const sorted = this.#durations.toSorted((one, other) => one - other)
    return sorted[Math.floor(sorted.length / 2)] ?? 0
  }

  get rateLimit(): WatchedRateLimit | undefined {
    if (this.#limit === undefined || this.#limit <= 0 || this.#windowMs <= 0) return undefined
    // Both times are cut to the second, one up and one down, and the clock of a Date may be slow.
    const told = this.#windowMs / 1000 - 1.5
    const seconds = told > 10 ? told * (1 - lateness) : told
    return { limit: this.#limit, windowSeconds: usualSeconds.find((usual) => usual >= seconds) ?? Math.ceil(seconds) }
  }

  see(exchange: Pick<Exchange, 'identity' | 'headers' | 'startedAt' | 'durationMs'>): void {
    this.#durations.push(exchange.durationMs)
    if (exchange.identity !== 'own') return
    const { limit, resetAt } = rateStateOf(exchange)
    if (limit !== undefined) this.#limit = limit
    const { startedAt, durationMs, headers } = exchange
    const date = timeOfDateHeader(headers['date'])
    const lead = date - startedAt - durationMs
    if (!Number.isNaN(lead)) this.#lead = Math.max(this.#lead ?? lead, lead)
    if (resetAt === undefined) return
    // A cached Date is later than that of other answers by more than the cut-off fraction.
    const now = Number.isNaN(date) ? startedAt : Math.max(date, startedAt + (this.#lead ?? 0) - 1000)
    this.#windowMs = Math.max(this.#windowMs, resetAt - now)
  }
}
