import { obstacleText, type Obstacle } from '../checks/errors.ts'
import { requirements, type RequirementId } from '../contract/requirement.ts'
import type { Check } from '../run/check.ts'

/** Requirements that a run would leave untested for the same reason. */
export interface ForeseenGroup {
  /** What would let them be tested, for people. */
  readonly remedy: string
  readonly ids: readonly RequirementId[]
  /** `false` if nothing was there that could have told: a run may evaluate them. */
  readonly isSure?: boolean
}

export interface Foresight {
  /** Checks that would run. */
  readonly runnable: readonly Check[]
  readonly untested: readonly ForeseenGroup[]
}

/** What a run would evaluate, and what would enable the rest, by the needs of the checks. The largest group comes first. */
export function foreseeUntested(checks: readonly Check[], unmet: (need: string) => Obstacle | undefined): Foresight {
  const judged = checks.map((check) => ({ check, remedies: remediesOf(check, unmet) }))
  const runnable = judged.filter(({ remedies }) => remedies.length === 0).map(({ check }) => check)
  const looked = new Set(runnable.flatMap((check) => subjectsOf(check)))
  const blocked = judged.filter(({ remedies }) => remedies.length > 0)
  const rows = [...requirements.keys()]
    .filter((id) => !looked.has(id))
    .map((id) => {
      const about = blocked.filter(({ check }) => subjectsOf(check).includes(id)).map(({ remedies }) => remedies)
      const [easiest] = about.toSorted((one, other) => one.length - other.length)
      return { id, remedy: easiest?.join(', and ') ?? 'this version has no check of the requirement' }
    })
  const untested = [...Map.groupBy(rows, ({ remedy }) => remedy)]
    .map(([remedy, group]) => ({ remedy, ids: group.map(({ id }) => id) }))
    .toSorted((one, other) => other.ids.length - one.ids.length)
  return { runnable, untested }
}

function remediesOf(check: Check, unmet: (need: string) => Obstacle | undefined): readonly string[] {
  const obstacles = check.needs.flatMap((need) => unmet(need) ?? [])
  const reasons = new Set(obstacles.map(({ reason }) => reason))
  return (
    obstacles
      // Who allows traces allows writes.
      .filter(({ reason }) => reason !== 'writes-not-allowed' || !reasons.has('traces-not-allowed'))
      .map((obstacle) => obstacleText(obstacle))
  )
}

function subjectsOf({ verifies, covers }: Check): readonly RequirementId[] {
  return [...verifies, ...covers]
}
