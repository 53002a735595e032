import type { Allowance, RateLimit } from '../../reference/service/http/rate-limiter.ts'

interface Bucket {
  readonly used: number
  readonly at: number
}

/** Gives back, with each request, what has become free since the one before. */
export class LeakyBuckets {
  readonly #buckets = new Map<string, Bucket>()

  take(name: string, { limit, windowSeconds }: RateLimit): Allowance {
    const now = Date.now()
    const perMillisecond = limit / (windowSeconds * 1000)
    const { used, at } = this.#buckets.get(name) ?? { used: 0, at: now }
    const left = Math.max(0, used - (now - at) * perMillisecond)
    const spent = left > limit - 1
    const counted = spent ? left : left + 1
    this.#buckets.set(name, { used: counted, at: now })
    const reset = Math.ceil((now + (left + 1) / perMillisecond) / 1000)
    return { limit, remaining: spent ? 0 : Math.max(0, Math.floor(limit - counted)), reset, spent }
  }
}
