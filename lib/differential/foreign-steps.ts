import { idsIn } from '../run/steps/canonical-text.ts'
import type { Step } from '../run/steps/step.ts'

/**
 * Treats the lists of shared records like lists of others: their number of entries is chance, because other checks add to them at
 * the same time.
 */
export function sharedListsAsForeign(steps: readonly Step[]): readonly Step[] {
  const checksOf = new Map<string, Set<string>>()
  for (const { target, check } of steps)
    for (const id of idsIn(target)) checksOf.set(id, (checksOf.get(id) ?? new Set()).add(check))
  const isShared = (id: string): boolean => (checksOf.get(id)?.size ?? 0) > 1
  return steps.map((step) => (idsIn(step.target).some(isShared) ? listAsForeign(step) : step))
}

/** A step of which no values are compared, as with data of others. */
export function asForeign(step: Step): Step {
  return { ...step, own: false }
}

/** Lists become lists of others, of which only fields and types are compared; everything else is unchanged. */
export function listAsForeign(step: Step): Step {
  return step.leaves['items']?.types.includes('array') === true ? asForeign(step) : step
}
