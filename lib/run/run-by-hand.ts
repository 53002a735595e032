import type { Exchange } from '../client/exchange.ts'
import type { Configuration } from '../config/configuration.ts'
import { loadControls } from '../config/load-controls.ts'
import { Ledger } from '../ledger/ledger.ts'
import type { Check } from './check.ts'
import { leftBehindLine, undoRun } from './undo-run.ts'
import { runChecks } from './run-checks.ts'
import { Session } from './session.ts'

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
