import type { Exchange } from '../client/exchange.ts'
import { rateStateOf } from '../run/given/rate-limits.ts'

/** The rate limit as the target's answers tell it. */
export interface WatchedRateLimit {
  /** Requests in a window. */
  readonly limit: number
  /** As far as was seen: no shorter than this, rounded up to a usual length. */
  readonly windowSeconds: number
}

/** Lengths of a window that services have. */
const usualSeconds = [1, 2, 5, 10, 15, 20, 30, 60, 120, 300, 600, 900, 1800, 3600, 7200, 21_600, 43_200, 86_400]

/** Watches what the doctor sends, for what the answers tell beside their bodies. */
export class RequestsWatched {
  readonly #durations: number[] = []
  #limit: number | undefined
  #windowMs = 0

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
    // Both times are cut to the second, one up and one down.
    const seconds = this.#windowMs / 1000 - 1.5
    return { limit: this.#limit, windowSeconds: usualSeconds.find((usual) => usual >= seconds) ?? Math.ceil(seconds) }
  }

  see(exchange: Exchange): void {
    this.#durations.push(exchange.durationMs)
    if (exchange.identity !== 'own') return
    const { limit, resetAt } = rateStateOf(exchange)
    if (limit !== undefined) this.#limit = limit
    const told = Date.parse(exchange.headers['date'] ?? '')
    if (resetAt === undefined) return
    this.#windowMs = Math.max(this.#windowMs, resetAt - (Number.isNaN(told) ? exchange.startedAt : told))
  }
}
