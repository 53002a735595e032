const shortestMs = 60_000
const longestMs = 600_000
const msForEach = 400
const requestsForAny = 400
const requestsForEach = 6

/** What a teardown may take, by how many things there are to remove; a target whose lists never end takes no more. */
export function teardownBounds(entries: number): { readonly maxRequests: number; readonly durationMs: number } {
  return {
    maxRequests: requestsForAny + requestsForEach * entries,
    durationMs: Math.min(longestMs, shortestMs + msForEach * entries),
  }
}

/** For people: the bounds in a sentence. */
export const teardownBoundsText =
  'The teardown at the end has bounds of its own, after a signal too: a minute and 0.4 s for each record made (ten minutes at most), ' +
  '400 requests and 6 for each.'
