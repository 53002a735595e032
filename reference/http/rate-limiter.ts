import type { FaultSwitch } from '../faults/fault-switch.ts'
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
  readonly organizationId: string
  used: number
  endsAt: number
}

const generous: RateLimit = { limit: 1_000_000, windowSeconds: 60 }

/** Fixed windows, one for each organization; a window opens with the first request and ends on a whole second. */
export class RateLimiter {
  readonly #store: Store
  readonly #faults: FaultSwitch
  readonly #limits = new Map<string, RateLimit>()
  readonly #windows = new Map<string, Window>()

  constructor(store: Store, faults: FaultSwitch) {
    this.#store = store
    this.#faults = faults
    const rows = store.all<{ id: string; rate_limit: number; rate_window_seconds: number }>(
      'SELECT id, rate_limit, rate_window_seconds FROM organizations WHERE rate_limit IS NOT NULL',
    )
    for (const row of rows) this.#limits.set(row.id, { limit: row.rate_limit, windowSeconds: row.rate_window_seconds })
  }

  /** Counts one request in a bucket, whose limit is that of the organization. */
  take(bucket: string, organizationId: string): Allowance {
    const { limit, windowSeconds } = this.#limits.get(organizationId) ?? generous
    const window = this.#window(bucket, { organizationId, windowSeconds })
    const spent = window.used >= limit || this.#refusesEarly(limit - window.used, limit)
    if (!spent) window.used += 1
    return { limit, remaining: spent ? 0 : limit - window.used, reset: window.endsAt / 1000, spent }
  }

  /** Gives one request back. */
  refund(bucket: string): void {
    const window = this.#windows.get(bucket)
    if (window !== undefined && window.used > 0) window.used -= 1
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
    for (const [bucket, window] of this.#windows) {
      if (window.organizationId === organizationId) this.#windows.delete(bucket)
    }
  }

  #refusesEarly(left: number, limit: number): boolean {
    return left === 1 && limit > 1 && this.#faults.active('refuses-while-one-remains')
  }

  #window(
    bucket: string,
    { organizationId, windowSeconds }: { organizationId: string; windowSeconds: number },
  ): Window {
    const now = Date.now()
    const open = this.#windows.get(bucket)
    if (open !== undefined && now < open.endsAt) return open
    const fresh = { organizationId, used: 0, endsAt: Math.ceil(now / 1000 + windowSeconds) * 1000 }
    this.#windows.set(bucket, fresh)
    return fresh
  }
}
