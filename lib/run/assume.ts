import { UntestedError, type Obstacle } from '../checks/errors.ts'
import type { RequirementId } from '../contract/requirement.ts'

/** The rest of the check does not apply to the target: there is nothing more to judge, and no obstacle. */
export class FailedAssumption extends Error {
  override readonly name = 'FailedAssumption'
}

/**
 * Continues only if a condition holds that the contract leaves open. Otherwise the check, example or row ends here. With a
 * reason, everything that it has not judged yet is untested for this reason; a text says what the target lawfully lacks.
 */
export function assume(holds: boolean, reason?: string | Obstacle): asserts holds {
  if (holds) return
  if (reason === undefined) throw new FailedAssumption()
  throw new UntestedError(typeof reason === 'string' ? { reason: 'capability-absent', cause: reason } : reason)
}

/** The reason if something cannot be judged because another requirement is violated. */
export function blocked(by: RequirementId, cause: string): Obstacle {
  return { reason: 'blocked', blockedBy: [by], cause }
}

/** Runs to the end, or to the first failed assumption without a reason. */
export async function whileAssumptionsHold(run: () => Promise<void>): Promise<void> {
  try {
    await run()
  } catch (error) {
    if (!(error instanceof FailedAssumption)) throw error
  }
}
