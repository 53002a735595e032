import { obstacleText } from '../checks/errors.ts'
import type { Outcome } from '../run/execute-check.ts'
import type { RepeatedFinding } from './repeated-finding.ts'

/** Why the claim of a finding was not evaluated. Throws what its checks have failed with, where that is no fault of the target. */
export function obstacleOf({ requirement }: RepeatedFinding, ends: readonly Outcome[]): string {
  const reasons = ends.map((end) => {
    switch (end.state) {
      case 'failed':
        throw end.error
      case 'untested':
        return `${end.obstacle.reason}: ${obstacleText(end.obstacle)}`
      case 'violated':
        return `another violation came first (${end.violation.message})`
      case 'passed':
        return `the check passed, and the target's answers gave no cause for this claim of ${requirement}`
    }
  })
  return [...new Set(reasons)].join('; ')
}
