/** What an answer says about the rate limit; times on the target's clock, milliseconds since the epoch. */
export interface RateLimitState {
  readonly limit: number | undefined
  readonly remaining: number | undefined
  readonly resetAt: number | undefined
  /** Milliseconds of `Retry-After`. */
  readonly retryAfter: number | undefined
}

/** Reads the rate-limit headers leniently: whether they keep the contract is judged elsewhere. */
export function rateLimitState(headers: Readonly<Record<string, string>>, now: number): RateLimitState {
  return {
    limit: countOf(headers['x-ratelimit-limit']),
    remaining: countOf(headers['x-ratelimit-remaining']),
    resetAt: resetTime(countOf(headers['x-ratelimit-reset']), now),
    retryAfter: retryDelay(headers['retry-after'], now),
  }
}

/** lawful: no limit may be told as the greatest number there is. Beyond what a number holds exactly, one more or less does not show. */
function countOf(text: string | undefined): number | undefined {
  const count = text !== undefined && /^\d+(?:\.\d+)?$/.test(text) ? Number(text) : undefined
  return count !== undefined && count <= Number.MAX_SAFE_INTEGER ? count : undefined
}

/** Unix seconds as documented; a number too large for that counts as milliseconds, one too small as seconds from now. */
function resetTime(value: number | undefined, now: number): number | undefined {
  if (value === undefined) return undefined
  if (value > 1e11) return value
  return value < 1e8 ? now + value * 1000 : value * 1000
}

function retryDelay(text: string | undefined, now: number): number | undefined {
  if (text === undefined) return undefined
  const seconds = countOf(text)
  if (seconds !== undefined) return seconds * 1000
  const time = Date.parse(text)
  return Number.isNaN(time) ? undefined : Math.max(0, time - now)
}
