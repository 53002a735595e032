import type { Obstacle } from '../checks/untested-error.ts'
import { requirements, type RequirementId } from '../contract/requirement.ts'
import type { Check } from '../run/check.ts'

/** Requirements that a run would leave untested for the same reason. */
export interface ForeseenGroup {
  /** What would let them be tested, for people. */
  readonly enable: string
  readonly ids: readonly RequirementId[]
}

export interface Foresight {
  /** Checks that would run. */
  readonly runnable: readonly Check[]
  readonly untested: readonly ForeseenGroup[]
}

/** What a run would look at, and what would enable the rest: out of what the checks say they need. The largest group comes first. */
export function foreseeUntested(checks: readonly Check[], unmet: (need: string) => Obstacle | undefined): Foresight {
  const judged = checks.map((check) => ({ check, enables: enablesOf(check, unmet) }))
  const runnable = judged.filter(({ enables }) => enables.length === 0).map(({ check }) => check)
  const looked = new Set(runnable.flatMap((check) => subjectsOf(check)))
  const blocked = judged.filter(({ enables }) => enables.length > 0)
  const rows = [...requirements.keys()]
    .filter((id) => !looked.has(id))
    .map((id) => {
      const about = blocked.filter(({ check }) => subjectsOf(check).includes(id)).map(({ enables }) => enables)
      const [easiest] = about.toSorted((one, other) => one.length - other.length)
      return { id, enable: easiest?.join(', and ') ?? 'no check of this requirement is in this version' }
    })
  const untested = [...Map.groupBy(rows, ({ enable }) => enable)]
    .map(([enable, group]) => ({ enable, ids: group.map(({ id }) => id) }))
    .toSorted((one, other) => other.ids.length - one.ids.length)
  return { runnable, untested }
}

function enablesOf(check: Check, unmet: (need: string) => Obstacle | undefined): readonly string[] {
  const obstacles = check.needs.flatMap((need) => unmet(need) ?? [])
  const reasons = new Set(obstacles.map(({ reason }) => reason))
  return (
    obstacles
      // Who allows traces allows writes.
      .filter(({ reason }) => reason !== 'writes-not-allowed' || !reasons.has('traces-not-allowed'))
      .map(({ enable }) => enable)
  )
}

function subjectsOf({ verifies, covers }: Check): readonly RequirementId[] {
  return [...verifies, ...covers]
}
