import type { ReportedFinding } from './conformance-report.ts'

/** Whether the judged request can be sent again by its command alone: one that holds a key in another place than its header cannot. */
export function canBeSent({ reproduce, replay }: Pick<ReportedFinding, 'reproduce' | 'replay'>): boolean {
  return reproduce !== replay && !reproduce.includes('***')
}
