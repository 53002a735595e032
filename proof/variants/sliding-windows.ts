import type { Allowance, RateLimit } from '../../reference/service/http/rate-limiter.ts'

/** Counts the requests of the seconds before each; the window ends when the oldest that still counts is forgotten. */
export class SlidingWindows {
  readonly #moments = new Map<string, number[]>()

  take(name: string, { limit, windowSeconds }: RateLimit): Allowance {
    const now = Date.now()
    const moments = this.#moments.get(name) ?? []
    this.#moments.set(name, moments)
    const kept = moments.findIndex((moment) => moment > now - windowSeconds * 1000)
    moments.splice(0, kept === -1 ? moments.length : kept)
    const spent = moments.length >= limit
    if (!spent) moments.push(now)
    const reset = Math.ceil((moments[0] ?? now) / 1000 + windowSeconds)
    return { limit, remaining: limit - moments.length, reset, spent }
  }
}
