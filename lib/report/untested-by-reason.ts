import { obstacleText, type Obstacle } from '../checks/errors.ts'
import type { ReportedRequirement } from './conformance-report.ts'

export interface UntestedGroup {
  readonly obstacle: Obstacle
  readonly ids: readonly string[]
}

/** What nothing evaluated, gathered by reason and by what is told of it; a text that names one id is told by its first. */
export function untestedByReason(requirements: readonly ReportedRequirement[]): UntestedGroup[] {
  const rows = requirements.flatMap(({ id, untested }) => (untested ? [{ id, untested }] : []))
  const groups = Map.groupBy(rows, ({ untested }) =>
    untested.reason === 'not-selected' ? untested.reason : `${untested.reason}\n${obstacleText(untested)}`,
  )
  return [...groups.values()].flatMap((group) => {
    const [first] = group
    return first ? [{ obstacle: first.untested, ids: group.map(({ id }) => id) }] : []
  })
}
