import { randomBytes } from 'node:crypto'

/**
 * The form of a run id: a letter, then seven letters and digits, with at least three digits. No word has this form, so no name of
 * a user can be mistaken for the mark of a run.
 */
export const runIdPattern = /^(?=(?:[a-z]*\d){3})[a-z][a-z0-9]{7}$/

/** The mark of one run. */
export function newRunId(): string {
  for (;;) {
    const drawn = BigInt(`0x${randomBytes(8).toString('hex')}`)
      .toString(36)
      .slice(-8)
    if (runIdPattern.test(drawn)) return drawn
  }
}
