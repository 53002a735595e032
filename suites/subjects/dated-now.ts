import { instantOf, type Claim, type Exchange } from '#suite'

/** Milliseconds: a database may have a clock of its own. */
const tolerance = 600_000

/**
 * Claims that a time in a record of something new is that of an answer given just now, on the clock of the target.
 * lawful: an answer that tells no clock, and a time that tells no zone; then nothing is claimed.
 */
export function datedNow(what: string, told: unknown, { headers }: Exchange): Claim | undefined {
  const [now, time] = [Date.parse(headers['date'] ?? ''), instantOf(told)]
  if (Number.isNaN(now) || !time?.hasOffset) return undefined
  return {
    claim: `${what} is dated now`,
    holds: Math.abs(time.milliseconds - now) <= tolerance,
    expected: `about ${new Date(now).toISOString()}`,
    received: String(told),
  }
}
