import type { Exchange } from '../client/exchange.ts'
import type { Configuration } from '../config/configuration.ts'
import { loadControls } from '../config/load-controls.ts'
import { Ledger } from '../ledger/ledger.ts'
import type { Check } from './check.ts'
import { leftBehindLine, undoRun } from './undo-run.ts'
import { Session } from './session.ts'
import { checksAtOnce } from './checks-at-once.ts'
import { executeCheck } from './execute-check.ts'
import { plannedChecks } from './planned-checks.ts'

export interface RunByHand {
  readonly checks: readonly Check[]
  readonly onExchange: (exchange: Exchange) => void
  /** Called with a function that ends the run early: no further check starts. */
  readonly stopBy?: (stop: () => void) => void
}

/** Runs checks in this process, without vitest, as a run would; removes their records. Returns one line for each remaining one. */
export async function runByHand(configuration: Configuration, run: RunByHand): Promise<string | undefined> {
  const ledger = Ledger.begin(configuration)
  const controls = await loadControls(configuration.controlsModule)
  const session = new Session({ configuration, controls, ledger, onExchange: run.onExchange })
  run.stopBy?.(() => session.stop())
  try {
    await runChecks(run.checks, session, { isStopped: () => session.isStopped })
  } finally {
    controls.end()
    await session.close()
  }
  const { left } = await undoRun(configuration, { ledger, pace: session.client })
  return leftBehindLine(left, ledger)
}

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
