import { instantOf, type Claim, type Exchange } from '#suite'

/** Seconds: a database may have a clock of its own. */
const tolerance = 600

/**
 * Claims that a time in a record of something new or just changed is that of an answer given just now, on the clock of the target.
 * lawful: an answer that tells no clock, and a time that tells no zone; then nothing is claimed.
 */
export function datedNow(what: string, told: unknown, { headers }: Exchange): Claim {
  const now = new Date(headers['date'] ?? '')
  const { hasOffset = false, milliseconds = Number.NaN } = instantOf(told) ?? {}
  const distance = Math.abs(milliseconds - now.getTime())
  return {
    where: hasOffset && !Number.isNaN(distance),
    claim: `${what} is dated now`,
    holds: distance <= tolerance * 1000,
    // `null` where no clock is told.
    expected: `about ${now.toJSON()}`,
    received: String(told),
    criterion: { kind: 'now', told: String(told), tolerance },
  }
}
