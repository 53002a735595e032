import type { Obstacle } from '../checks/errors.ts'
import { requirements, type RequirementId } from '../contract/requirement.ts'
import type { Check } from '../run/check.ts'
import { remediesOf } from '../run/unmet-need.ts'

/** Requirements that a run would leave untested for the same reason. */
export interface ForeseenGroup {
  /** What would let them be tested, for people. */
  readonly remedy: string
  readonly ids: readonly RequirementId[]
  /** `false` if a run may evaluate them all the same: other records may show the field, or the target may differ from the reference. */
  readonly isSure?: boolean
}

export interface Foresight {
  /** Checks that would run. */
  readonly runnable: readonly Check[]
  readonly untested: readonly ForeseenGroup[]
}

/** What is known of checks besides their needs. */
export interface Known {
  /** What else stops the check on this target. */
  readonly stopping: (check: Check) => Obstacle | undefined
  /** Requirements that the check did not evaluate on the reference. */
  readonly silent: (check: Check) => readonly string[]
}

/** What a run would evaluate, and what would enable the rest, by the needs of the checks and what else is known. The largest group comes first. */
export function foreseeUntested(
  checks: readonly Check[],
  unmet: (need: string) => Obstacle | undefined,
  { stopping, silent }: Known = { stopping: () => undefined, silent: () => [] },
): Foresight {
  const judged = checks.map((check) => {
    const obstacles = check.needs.flatMap((need) => unmet(need) ?? [])
    const stop = stopping(check)
    return { check, remedies: remediesOf(stop ? [...obstacles, stop] : obstacles), isSure: obstacles.length > 0 }
  })
  const runnable = judged.filter(({ remedies }) => remedies.length === 0).map(({ check }) => check)
  const blocked = judged.filter(({ remedies }) => remedies.length > 0)
  const held = new Set(blocked.flatMap(({ check }) => subjectsOf(check)))
  const named = new Set(runnable.flatMap((check) => subjectsOf(check)))
  const looked = new Set(
    runnable.flatMap((check) => subjectsOf(check).filter((id) => !(held.has(id) && silent(check).includes(id)))),
  )
  const rows = [...requirements.keys()]
    .filter((id) => !looked.has(id))
    .map((id) => {
      const about = blocked.filter(({ check }) => subjectsOf(check).includes(id))
      const [easiest] = about.toSorted((one, other) => one.remedies.length - other.remedies.length)
      const remedy = easiest?.remedies.join(', and ') ?? 'this version has no check of the requirement'
      return { id, remedy, isSure: !named.has(id) && about.every(({ isSure }) => isSure) }
    })
  const untested = [...Map.groupBy(rows, ({ remedy, isSure }) => `${remedy}${isSure}`).values()]
    .map((group) => ({ remedy: '', ...group[0], ids: group.map(({ id }) => id) }))
    .map(({ remedy, ids, isSure }) => ({ remedy, ids, ...(isSure === false && { isSure }) }))
    .toSorted((one, other) => other.ids.length - one.ids.length)
  return { runnable, untested }
}

function subjectsOf({ verifies, covers }: Check): readonly RequirementId[] {
  return [...verifies, ...covers]
}
