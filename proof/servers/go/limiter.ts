/** A sliding window for each organization: so many requests in so many seconds, the refused ones not counted. */
export class Limiter {
  readonly #limit: number
  readonly #window: number
  readonly #served = new Map<string, number[]>()

  constructor(limit: number, seconds: number) {
    this.#limit = limit
    this.#window = seconds * 1000
  }

  /** Takes one request, and tells what the headers say. */
  take(organization: string): { readonly allowed: boolean; readonly headers: Readonly<Record<string, string>> } {
    const now = Date.now()
    const served = (this.#served.get(organization) ?? []).filter((at) => at > now - this.#window)
    const allowed = served.length < this.#limit
    if (allowed) served.push(now)
    this.#served.set(organization, served)
    const reset = Math.ceil(((served[0] ?? now) + this.#window) / 1000)
    return {
      allowed,
      headers: {
        'X-Ratelimit-Limit': String(this.#limit),
        'X-Ratelimit-Remaining': String(this.#limit - served.length),
        'X-Ratelimit-Reset': String(reset),
        ...(allowed ? {} : { 'Retry-After': String(Math.max(1, reset - Math.floor(now / 1000))) }),
      },
    }
  }
}
