import { expect, test } from 'vitest'
import { RequestsWatched } from '../../lib/doctor/requests-watched.ts'

const startedAt = Date.parse('2026-03-01T12:00:00.400Z')
const inSeconds = (seconds: number): string => `${Math.ceil(startedAt / 1000) + seconds}`
const dateAgo = (seconds: number): string => new Date(startedAt - seconds * 1000).toUTCString()

function windowSeenWith(dates: readonly string[]): number | undefined {
  const watched = new RequestsWatched()
  for (const date of dates)
    watched.see({
      identity: 'own',
      startedAt,
      durationMs: 1,
      headers: { date, 'x-ratelimit-limit': '600', 'x-ratelimit-remaining': '599', 'x-ratelimit-reset': inSeconds(60) },
    })
  return watched.rateLimit?.windowSeconds
}

test.each([
  { what: 'in time', dates: [dateAgo(0)] },
  { what: 'of a clock that is late by five seconds', dates: [dateAgo(5), dateAgo(5)] },
  { what: 'one of which comes out of a cache', dates: [dateAgo(0), dateAgo(40)] },
])('dates $what show a window of a minute', ({ dates }) => {
  expect(windowSeenWith(dates)).toBe(60)
})
