import { instantOf, type Claim, type Exchange } from '#suite'

/** Seconds between the clocks that answers tell and what is stored: a database may have one of its own. */
const tolerance = 600
/** An answer without a Date does not tell its clock, which may be set to anything but another day. */
const toleranceWithoutDate = 86_400
/** A time that does not tell its zone may be any zone's, and zones differ by quarters of an hour; a clock of its own is off beside that. */
const toleranceWithinQuarters = 300
const quarterHour = 900

/**
 * Claims that a time in a record of something new or just changed is that of an answer given just now, on the clock of the target
 * where it tells one. What is no time is the concern of GEN-03, and nothing is claimed.
 */
export function datedNow(what: string, told: unknown, { headers, startedAt }: Exchange): Claim {
  const date = Date.parse(headers['date'] ?? '')
  const tellsClock = !Number.isNaN(date)
  const now = tellsClock ? date : startedAt
  const { hasOffset = false, milliseconds } = instantOf(told) ?? {}
  const away = Math.abs((milliseconds ?? now) - now) / 1000
  return {
    where: milliseconds !== undefined,
    claim: `${what} is dated now`,
    holds: isNow(away, { tellsClock, hasOffset }),
    expected: `about ${new Date(now).toJSON()}`,
    received: String(told),
    ...(tellsClock && hasOffset && { criterion: { kind: 'now', told: String(told), tolerance } }),
  }
}

/** Whether a time is within what the clocks of one deployment may differ by. */
function isNow(away: number, { tellsClock, hasOffset }: { tellsClock: boolean; hasOffset: boolean }): boolean {
  if (!tellsClock) return away <= toleranceWithoutDate
  if (hasOffset) return away <= tolerance
  return Math.min(away % quarterHour, quarterHour - (away % quarterHour)) <= toleranceWithinQuarters
}
