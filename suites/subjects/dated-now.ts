import { instantOf, type Claim, type Exchange } from '#suite'

/** Seconds between the clocks that answers tell and what is stored: a database may have one of its own. */
const tolerance = 600
/** An answer without a Date does not tell its clock, which may be set to anything but another day. */
const toleranceWithoutDate = 86_400
/** A time that does not tell its zone may be any zone's: none is further from UTC. */
const furthestZone = 14 * 3600

/**
 * Claims that a time in a record of something new or just changed is that of an answer given just now, on the clock of the target
 * where it tells one. What is no time is the concern of GEN-03, and nothing is claimed.
 */
export function datedNow(what: string, told: unknown, { headers, startedAt }: Exchange): Claim {
  const date = Date.parse(headers['date'] ?? '')
  const tellsClock = !Number.isNaN(date)
  const { hasOffset = false, milliseconds } = instantOf(told) ?? {}
  const lawful = (tellsClock ? tolerance : toleranceWithoutDate) + (hasOffset ? 0 : furthestZone)
  return {
    where: milliseconds !== undefined,
    claim: `${what} is dated now`,
    // lawful: a Date that a gateway has set by a clock of its own
    holds: [date, startedAt].some((now) => Math.abs((milliseconds ?? now) - now) / 1000 <= lawful),
    expected: `about ${new Date(tellsClock ? date : startedAt).toJSON()}`,
    received: String(told),
    ...(tellsClock && hasOffset && { criterion: { kind: 'now', told: String(told), tolerance } }),
  }
}
