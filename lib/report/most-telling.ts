import type { Untested } from '../checks/journal.ts'
import type { UntestedReason, Obstacle } from '../checks/errors.ts'

const telling: Readonly<Record<UntestedReason, number>> = {
  blocked: 0,
  'missing-control': 1,
  'missing-fixture': 1,
  'capability-absent': 2,
  'writes-not-allowed': 3,
  'traces-not-allowed': 4,
  deadline: 5,
  'rate-limited': 5,
  'not-selected': 6,
  'not-written': 7,
}

/** Of several reasons why nothing was evaluated, the one that helps most; `undefined` where there is none. */
export function mostTelling(events: readonly Untested[]): Obstacle | undefined {
  const [first] = [...events].sort((one, other) => telling[one.reason] - telling[other.reason])
  if (!first) return undefined
  const { requirement: _, check: __, isConsequence: ___, ...obstacle } = first
  const blockedBy = new Set(
    events.filter((event) => event.reason === first.reason).flatMap((event) => event.blockedBy ?? []),
  )
  return blockedBy.size === 0 ? obstacle : { ...obstacle, blockedBy: [...blockedBy] }
}
