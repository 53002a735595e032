import { checksAtOnce } from './checks-at-once.ts'
import type { Check } from './check.ts'
import { executeCheck } from './execute-check.ts'
import { plannedChecks } from './planned-checks.ts'
import type { Session } from './session.ts'

export interface RunChecksOptions {
  /** Puts the checks in another order than that of a run. */
  readonly order?: (checks: readonly Check[]) => readonly Check[]
  /** The number of concurrent checks; the client limits the requests. */
  readonly sideBySide?: number
  /** Asked before each check: no further one starts after it returns true. */
  readonly isStopped?: () => boolean
}

/** Runs checks in this process as a run does: in its order, and concurrently unless they must run alone. */
export async function runChecks(
  checks: readonly Check[],
  session: Session,
  {
    order = (all) => plannedChecks(all, session),
    sideBySide = checksAtOnce(session.configuration),
    isStopped = () => false,
  }: RunChecksOptions = {},
): Promise<void> {
  for (const { title, verifies } of checks) session.journal.declare({ case: title, requirements: verifies })
  for (const group of groupsOf(order(checks))) {
    const waiting = group.values()
    const worker = async (): Promise<void> => {
      for (const check of waiting) if (!isStopped()) await executeCheck(check, session)
    }
    await Promise.all(Array.from({ length: group[0]?.serial === true ? 1 : sideBySide }, worker))
  }
}

/** Consecutive checks that are all serial, or all not. */
function groupsOf(checks: readonly Check[]): readonly (readonly Check[])[] {
  const groups: Check[][] = []
  for (const check of checks) {
    const group = groups.at(-1)
    if (group?.[0]?.serial === check.serial) group.push(check)
    else groups.push([check])
  }
  return groups
}
