import type { ReportedFinding } from './conformance-report.ts'

/** What does not hold, in the words that say most: those of the check, where the claim names little but the operation. */
export function toldBy({ claim, check }: Pick<ReportedFinding, 'claim' | 'check'>): string {
  return isBare(claim) ? check : claim
}

/** A claim that an operation is answered, accepted or refused says less than the title of its check. */
function isBare(claim: string): boolean {
  return /^\w+ (?:succeeds|refuses|answers \d)/.test(claim)
}
