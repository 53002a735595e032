import { idsIn } from '../run/steps/canonical-text.ts'
import type { Step } from '../run/steps/step.ts'

/**
 * Takes the lists of what several checks use for lists of others: how many entries such a list has when a check reads it
 * is chance, for other checks add to it at the same time.
 */
export function sharedListsAsForeign(steps: readonly Step[]): readonly Step[] {
  const checksOf = new Map<string, Set<string>>()
  for (const { target, check } of steps)
    for (const id of idsIn(target)) checksOf.set(id, (checksOf.get(id) ?? new Set()).add(check))
  const isShared = (id: string): boolean => (checksOf.get(id)?.size ?? 0) > 1
  return steps.map((step) => (idsIn(step.target).some(isShared) ? listAsForeign(step) : step))
}

/** A step of which no values are compared, as if the data were those of others. */
export function asForeign(step: Step): Step {
  return { ...step, own: false }
}

/** A list of which the fields and types alone are compared; what is no list stays as it is. */
export function listAsForeign(step: Step): Step {
  return step.leaves['items']?.types.includes('array') === true ? asForeign(step) : step
}
