import type { Exchange } from '../client/exchange.ts'
import { cleanUp } from '../ledger/clean-up.ts'
import type { Configuration } from '../config/configuration.ts'
import { loadControls } from '../config/controls.ts'
import { Ledger } from '../ledger/ledger.ts'
import type { Check } from './check.ts'
import { cleaningClient } from './cleaning-client.ts'
import { runChecks } from './run-checks.ts'
import { Session } from './session.ts'

export interface RunByHand {
  readonly checks: readonly Check[]
  readonly onExchange: (exchange: Exchange) => void
  /** Called with what ends the run early: no further check is begun. */
  readonly stopBy?: (stop: () => void) => void
}

/** Runs checks within this process, without vitest, as a run would; removes what they made. Gives a line for each thing that is left. */
export async function runByHand(configuration: Configuration, run: RunByHand): Promise<readonly string[]> {
  const ledger = Ledger.begin(configuration)
  const controls = await loadControls(configuration.controlsModule)
  const session = new Session({ configuration, controls, ledger, onExchange: run.onExchange })
  let isStopped = false
  run.stopBy?.(() => {
    isStopped = true
  })
  try {
    await runChecks(run.checks, session, { isStopped: () => isStopped })
  } finally {
    await session.close()
  }
  return configuration.mode === 'read-write' ? removeAll(configuration, ledger) : []
}

async function removeAll(configuration: Configuration, ledger: Ledger): Promise<readonly string[]> {
  const client = await cleaningClient(configuration, { ledger, onExchange: () => undefined })
  try {
    return await cleanUp({ ledger, client })
  } finally {
    await client.close()
  }
}
