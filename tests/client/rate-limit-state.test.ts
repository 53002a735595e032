import { describe, expect, test } from 'vitest'
import { rateLimitState } from '../../lib/client/pacer.ts'

const now = Date.UTC(2026, 0, 1)

describe('rateLimitState', () => {
  test.for([
    ['Unix seconds', String(now / 1000 + 30)],
    ['milliseconds', String(now + 30_000)],
    ['seconds from now', '30'],
  ] as const)('reads a reset in %s', ([, reset]) => {
    expect(rateLimitState({ 'x-ratelimit-reset': reset }, now).resetAt).toBe(now + 30_000)
  })

  test.for([
    ['seconds', '30'],
    ['a date', new Date(now + 30_000).toUTCString()],
  ] as const)('reads a Retry-After in %s', ([, text]) => {
    expect(rateLimitState({ 'retry-after': text }, now).retryAfter).toBe(30_000)
  })

  test.for(['', '-1', 'soon', '1e9', 'NaN', '9223372036854775807'])('makes nothing of %j', (text) => {
    const headers = { 'x-ratelimit-limit': text, 'x-ratelimit-remaining': text, 'x-ratelimit-reset': text }
    expect(rateLimitState(headers, now)).toEqual({
      limit: undefined,
      remaining: undefined,
      resetAt: undefined,
      retryAfter: undefined,
    })
  })
})
