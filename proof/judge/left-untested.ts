import type { JournalRecord, Untested } from '../../lib/checks/journal.ts'
import type { Check } from '../../lib/run/check.ts'

/**
 * The cases of some checks that had no occasion, each as requirement and title: the target lawfully lacks what they judge. Not those
 * that something else kept from beginning.
 */
export function leftUntested({ untested, evaluations }: JournalRecord, checks: readonly Check[]): readonly string[] {
  const evaluated = new Set(evaluations.map(({ requirement, check }) => `${requirement} ${check}`))
  const declared = new Set(checks.flatMap(({ title, verifies }) => verifies.map((id) => `${id} ${title}`)))
  return untested
    .filter((one) => one.reason === 'capability-absent' || hasNothingToJudge(one))
    .map(({ requirement, check }) => `${requirement} ${check}`)
    .filter((one) => declared.has(one) && !evaluated.has(one))
    .sort()
}

/** Whether a check found nothing to judge: what it lacks is no key, control or fixture that somebody could supply. */
function hasNothingToJudge({ reason, needs, remedy }: Untested): boolean {
  return reason === 'missing-fixture' && needs === undefined && remedy === undefined
}
