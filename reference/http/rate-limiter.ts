import type { Store } from '../store/store.ts'

/** How much one organization may ask within a window. */
export interface RateLimit {
  readonly limit: number
  readonly windowSeconds: number
}

/** What is left after a request was counted. */
export interface Allowance {
  readonly limit: number
  readonly remaining: number
  /** Unix seconds at which the window ends. */
  readonly reset: number
  readonly spent: boolean
}

interface Window {
  used: number
  endsAt: number
}

const generous: RateLimit = { limit: 1_000_000, windowSeconds: 60 }

/** Fixed windows, one for each organization; a window opens with the first request and ends on a whole second. */
export class RateLimiter {
  readonly #store: Store
  readonly #limits = new Map<string, RateLimit>()
  readonly #windows = new Map<string, Window>()

  constructor(store: Store) {
    this.#store = store
    const rows = store.all<{ id: string; rate_limit: number; rate_window_seconds: number }>(
      'SELECT id, rate_limit, rate_window_seconds FROM organizations WHERE rate_limit IS NOT NULL',
    )
    for (const row of rows) this.#limits.set(row.id, { limit: row.rate_limit, windowSeconds: row.rate_window_seconds })
  }

  /** Counts one request of the bucket: an organization's id, or any other name for callers without one. */
  take(bucket: string): Allowance {
    const { limit, windowSeconds } = this.#limits.get(bucket) ?? generous
    const window = this.#window(bucket, windowSeconds)
    const spent = window.used >= limit
    if (!spent) window.used += 1
    return { limit, remaining: limit - window.used, reset: window.endsAt / 1000, spent }
  }

  /** Sets an organization's limit, or the generous one with null, and opens a new window. */
  configure(organizationId: string, rate: RateLimit | null): void {
    this.#store.run(
      'UPDATE organizations SET rate_limit = ?, rate_window_seconds = ? WHERE id = ?',
      rate?.limit ?? null,
      rate?.windowSeconds ?? null,
      organizationId,
    )
    if (rate === null) this.#limits.delete(organizationId)
    else this.#limits.set(organizationId, rate)
    this.#windows.delete(organizationId)
  }

  #window(bucket: string, windowSeconds: number): Window {
    const now = Date.now()
    const open = this.#windows.get(bucket)
    if (open !== undefined && now < open.endsAt) return open
    const fresh = { used: 0, endsAt: Math.ceil(now / 1000 + windowSeconds) * 1000 }
    this.#windows.set(bucket, fresh)
    return fresh
  }
}
