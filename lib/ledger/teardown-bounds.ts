const shortestMs = 60_000
const longestMs = 600_000
const msForEach = 400
const requestsForAny = 400
const requestsForEach = 6
/** For one request: a run does not wait long for a target that hangs, but longer for a slow one. */
const shortestTimeoutMs = 10_000
const longestTimeoutMs = 90_000
const slowestAnswersForOne = 3

/** What was seen of a target before it is torn down. */
export interface Pace {
  /** Milliseconds of its slowest answer; 0 if there was none. */
  readonly slowestMs: number
}

/** The limits of a teardown, by the number of records; a target with endless lists gets no more. */
export interface TeardownBounds {
  readonly maxRequests: number
  readonly durationMs: number
  /** For a whole request. */
  readonly timeoutMs: number
}

export function teardownBounds(entries: number, { slowestMs }: Pace = { slowestMs: 0 }): TeardownBounds {
  const forOne = Math.ceil(slowestAnswersForOne * slowestMs)
  return {
    maxRequests: requestsForAny + requestsForEach * entries,
    durationMs: Math.min(longestMs, shortestMs + forOne + Math.max(msForEach, slowestMs) * entries),
    timeoutMs: Math.min(longestTimeoutMs, Math.max(shortestTimeoutMs, forOne)),
  }
}

/** For people: the bounds in a sentence. */
export const teardownBoundsText =
  'The teardown has its own limits, also after Ctrl-C:\n' +
  '  time: 1 min + 0.4 s per created record (more on a slow target), at most 10 min\n' +
  '  requests: 400 + 6 per created record\n' +
  '  wait for each response: 3 times the slowest so far, 10 to 90 s'
