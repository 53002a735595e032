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
  /** The request is beyond the limit; it was not counted. */
  readonly spent: boolean
}

interface Window {
  used: number
  readonly endsAt: number
}

/** Fixed windows, one for each name; a window opens with the first request and ends on a whole second. */
export class RateLimiter {
  readonly #windows = new Map<string, Window>()

  /** Counts one request, unless the window has no place for it. */
  take(name: string, { limit, windowSeconds }: RateLimit): Allowance {
    const window = this.#open(name, windowSeconds)
    const spent = window.used >= limit
    if (!spent) window.used += 1
    return { limit, remaining: limit - window.used, reset: window.endsAt / 1000, spent }
  }

  /** Ends all windows. */
  clear(): void {
    this.#windows.clear()
  }

  #open(name: string, windowSeconds: number): Window {
    const now = Date.now()
    const open = this.#windows.get(name)
    if (open !== undefined && now < open.endsAt) return open
    const window = { used: 0, endsAt: Math.ceil(now / 1000 + windowSeconds) * 1000 }
    this.#windows.set(name, window)
    return window
  }
}
