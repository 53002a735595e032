import type { Criterion } from '../checks/finding.ts'

/** Whether a claim is about the answer that it names alone; values that are the same may stand in several. */
export function tellsOfOneAnswer(criterion: Criterion | undefined): boolean {
  return criterion !== undefined && criterion.kind !== 'same' && criterion.kind !== 'rows'
}
