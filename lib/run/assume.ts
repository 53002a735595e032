import { UntestedError, type Obstacle } from '../checks/errors.ts'
import type { RequirementId } from '../contract/requirement.ts'

/** What a check goes on with does not apply to the target: there is nothing more to judge, and nothing was in the way. */
export class FailedAssumption extends Error {
  override readonly name = 'FailedAssumption'
}

/**
 * Goes on only where something holds that the contract leaves open. Otherwise the check, the example or the row ends here; with
 * a reason, what it has not judged yet is untested for that: a text says what the target lawfully has not.
 */
export function assume(holds: boolean, reason?: string | Obstacle): asserts holds {
  if (holds) return
  if (reason === undefined) throw new FailedAssumption()
  throw new UntestedError(typeof reason === 'string' ? { reason: 'capability-absent', cause: reason } : reason)
}

/** The reason of what cannot be judged because another requirement is violated. */
export function blocked(by: RequirementId, cause: string): Obstacle {
  return { reason: 'blocked', blockedBy: [by], cause }
}

/** Runs to the end, or to the first assumption that fails without a reason. */
export async function whileAssumptionsHold(run: () => Promise<void>): Promise<void> {
  try {
    await run()
  } catch (error) {
    if (!(error instanceof FailedAssumption)) throw error
  }
}
