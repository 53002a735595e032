import type { ReportedFinding } from './conformance-report.ts'

/** What does not hold, in the words that say most: those of the check, where the claim names little but the operation. */
export function toldBy({ kind, claim, check }: Pick<ReportedFinding, 'kind' | 'claim' | 'check'>): string {
  return kind === 'status' ? check : claim
}
