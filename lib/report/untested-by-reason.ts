import { obstacleText, type Obstacle } from '../checks/errors.ts'
import type { ReportedRequirement } from './conformance-report.ts'

export interface UntestedGroup {
  readonly obstacle: Obstacle
  readonly ids: readonly string[]
}

/** A text of one run as that of all: each check makes things of its own, with ids of their own. */
export function withoutIds(text: string): string {
  return text.replaceAll(/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/gi, '{id}')
}

/** What is told of an obstacle to many at once: one remedy serves all that was not selected, whatever it is. */
export function remedyOfMany(obstacle: Obstacle): string {
  const text = obstacleText(obstacle)
  return obstacle.reason === 'not-selected' && text.startsWith('select it') ? 'test all of it, without --only' : text
}

/** What nothing evaluated, gathered by reason and by what is told of it, whatever the ids in it; the first of a group tells it. */
export function untestedByReason(requirements: readonly ReportedRequirement[]): UntestedGroup[] {
  const rows = requirements.flatMap(({ id, untested }) => (untested ? [{ id, untested }] : []))
  const groups = Map.groupBy(rows, ({ untested }) => `${untested.reason}\n${withoutIds(remedyOfMany(untested))}`)
  return [...groups.values()].flatMap((group) => {
    const [first] = group
    return first ? [{ obstacle: first.untested, ids: group.map(({ id }) => id) }] : []
  })
}
