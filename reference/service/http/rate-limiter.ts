import type { FaultSwitch } from '../../faults/fault-switch.ts'
import type { Store } from '../store/store.ts'
import type { VariantSwitch } from '../../variants/variant-switch.ts'

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
  /** When each counted request came, where the window slides. */
  readonly moments: number[]
}

const generous: RateLimit = { limit: 1_000_000, windowSeconds: 60 }
const low: RateLimit = { limit: 400, windowSeconds: 1 }
const bucket: RateLimit = { limit: 500, windowSeconds: 2 }

/** Fixed windows, one for each organization; a window opens with the first request and ends on a whole second. */
export class RateLimiter {
  readonly #store: Store
  readonly #faults: FaultSwitch
  readonly #slides: boolean
  readonly #fillsUp: boolean
  /** What holds where nothing was configured. */
  readonly #usual: RateLimit
  readonly #limits = new Map<string, RateLimit>()
  readonly #windows = new Map<string, Window>()

  constructor(store: Store, faults: FaultSwitch, variants: VariantSwitch) {
    this.#store = store
    this.#faults = faults
    this.#slides = variants.chosen('rate-window-slides')
    this.#fillsUp = variants.chosen('rate-limit-is-a-bucket')
    this.#usual = usualLimit(variants)
    const rows = store.all<{ id: string; rate_limit: number; rate_window_seconds: number }>(
      'SELECT id, rate_limit, rate_window_seconds FROM organizations WHERE rate_limit IS NOT NULL',
    )
    for (const row of rows) this.#limits.set(row.id, { limit: row.rate_limit, windowSeconds: row.rate_window_seconds })
  }

  /** Counts one request in a bucket, whose limit is that of the organization. */
  take(bucket: string, organizationId: string): Allowance {
    const { limit, windowSeconds } = this.#limits.get(organizationId) ?? this.#usual
    const window = this.#window(bucket, { organizationId, windowSeconds })
    if (this.#fillsUp) fillUp(window, { limit, windowSeconds })
    const spent = window.used > limit - 1 || this.#refusesEarly(limit - window.used, limit)
    if (!spent) {
      window.used += 1
      if (this.#slides) window.moments.push(Date.now())
    }
    const remaining = spent ? 0 : Math.max(0, Math.floor(limit - window.used))
    return { limit, remaining, reset: window.endsAt / 1000, spent }
  }

  /** Gives one request back. */
  refund(bucket: string): void {
    const window = this.#windows.get(bucket)
    if (window === undefined || window.used === 0) return
    window.used -= 1
    window.moments.pop()
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
    if (open !== undefined && this.#fillsUp) return open
    if (open !== undefined && this.#slides) return slide(open, { now, windowSeconds })
    if (open !== undefined && now < open.endsAt) return open
    const fresh = { organizationId, used: 0, endsAt: wholeSecond(now + windowSeconds * 1000), moments: [] }
    this.#windows.set(bucket, fresh)
    return fresh
  }
}

/** Gives back what has become free since the last request; the bucket is full again when all of it is. */
function fillUp(window: Window, { limit, windowSeconds }: RateLimit): void {
  const now = Date.now()
  const perMillisecond = limit / (windowSeconds * 1000)
  const [last = now] = window.moments
  window.used = Math.max(0, window.used - (now - last) * perMillisecond)
  window.moments.splice(0, window.moments.length, now)
  window.endsAt = wholeSecond(now + (window.used + 1) / perMillisecond)
}

function usualLimit(variants: VariantSwitch): RateLimit {
  if (variants.chosen('rate-limit-is-a-bucket')) return bucket
  return variants.chosen('rate-limit-is-low') ? low : generous
}

/** Forgets what is older than the window, which then ends when the oldest that still counts is forgotten. */
function slide(window: Window, { now, windowSeconds }: { now: number; windowSeconds: number }): Window {
  const past = now - windowSeconds * 1000
  const kept = window.moments.findIndex((moment) => moment > past)
  window.moments.splice(0, kept === -1 ? window.moments.length : kept)
  window.used = window.moments.length
  window.endsAt = wholeSecond((window.moments[0] ?? now) + windowSeconds * 1000)
  return window
}

function wholeSecond(time: number): number {
  return Math.ceil(time / 1000) * 1000
}
