import type { Obstacle } from '../checks/errors.ts'
import { requirements, type RequirementId } from '../contract/requirement.ts'
import type { Check } from '../run/check.ts'
import { remediesOf } from '../run/unmet-need.ts'
import { endpointCasesOf } from '../service/interface/endpoint-cases.ts'
import { endpoints } from '../service/interface/endpoint.ts'
import { isKnownToUse } from '../run/check-cost.ts'
import type { FoundFixture } from '../service/fixtures/found-fixture.ts'
import type { LearnedDialect } from './learn-dialect.ts'

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

/** The number of cases, and how many of them a run would evaluate. */
export interface ForeseenCases {
  readonly known: number
  readonly looked: number
}

interface Foreseen {
  /** The checks that would run. */
  readonly runnable: readonly Check[]
  readonly mode: 'read-only' | 'read-write'
}

/** Counts cases as a report does: each check of a requirement, and each endpoint whose answers it judges. */
export function foreseeCases(checks: readonly Check[], { runnable, mode }: Foreseen): ForeseenCases {
  const places = [...requirements.keys()].flatMap((id) => endpointCasesOf(id))
  const reached = places.filter((id) => mode === 'read-write' || endpoints[id].method === 'GET')
  return { known: checkCases(checks) + places.length, looked: checkCases(runnable) + reached.length }
}

function checkCases(checks: readonly Check[]): number {
  return checks.reduce((sum, { verifies }) => sum + new Set(verifies).size, 0)
}

interface Looked {
  readonly creations: Pick<LearnedDialect, 'found' | 'missing'>
  readonly fixtures: readonly FoundFixture[]
  /** How many workspaces there are. */
  readonly workspaces: number
}

/** What is known to stop a check on this target, of what it created or found on the reference; the first of several. */
export function stopOf({ creations, fixtures, workspaces }: Looked): (check: Check) => Obstacle | undefined {
  const cannotCreate = (name: string): boolean =>
    Object.keys(creations.missing).some((one) => one.startsWith(name)) &&
    !Object.keys(creations.found).some((one) => one.startsWith(name))
  const isNone = (name: string): boolean => fixtures.some((fixture) => fixture.name === name && !fixture.found)
  const stops = [
    { letter: 'i', applies: cannotCreate('itemCreate'), obstacle: undeclared('itemCreate') },
    { letter: 'p', applies: cannotCreate('propertyCreate'), obstacle: undeclared('propertyCreate') },
    { letter: 'I', applies: cannotCreate('itemBulk'), obstacle: undeclared('itemBulk') },
    { letter: 'P', applies: cannotCreate('propertyBulk'), obstacle: undeclared('propertyBulk') },
    { letter: 'w', applies: workspaces === 1, obstacle: oneWorkspace },
    { letter: 'f', applies: cannotCreate('itemCreate') && isNone('files'), obstacle: undeclared('itemCreate') },
    {
      letter: 'q',
      applies: cannotCreate('itemCreate') && isNone('property types'),
      obstacle: undeclared('itemCreate'),
    },
  ].filter(({ applies }) => applies)
  return (check) => stops.find(({ letter }) => isKnownToUse(check, letter))?.obstacle
}

function undeclared(name: string): Obstacle {
  return { reason: 'capability-absent', needs: 'dialect', remedy: `declare dialect.${name} in the target file` }
}

const oneWorkspace: Obstacle = {
  reason: 'missing-fixture',
  needs: 'fixture:two-workspaces',
  remedy: 'create a second workspace in the web application',
}
