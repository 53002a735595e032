import { mkdirSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { inject } from 'vitest'
import { StepLog, stepLogEnding } from './steps/step-log.ts'
import { HarLog } from '../client/har/har-log.ts'
import { wrapControls } from '../config/controls.ts'
import { sharedControls } from '../config/shared-controls.ts'
import { Ledger } from '../ledger/ledger.ts'
import type { Check } from './check.ts'
import { announceProgress } from './progress-channel.ts'
import { harLogEnding } from './provided.ts'
import { Session } from './session.ts'
import { onStop } from './stop-channel.ts'

/** Milliseconds between two writes of the journal, so that a crash loses little. */
const flushInterval = 3000

export interface WorkerSession {
  readonly session: Session
  /** Registers the requirements of a check, to be named beside its exchanges. */
  declare(check: Check): void
  /** Writes the journal to disk, unless it was written a moment ago. */
  flushNow(): void
  flush(): void
}

/** Milliseconds that requests in progress get when the run is stopped. */
const untilCutOff = 2500

let opened: Promise<WorkerSession> | undefined

/** The session of this worker, created on first use and shared by all suite files in the worker. */
export function workerSession(): Promise<WorkerSession> {
  opened ??= open()
  return opened
}

async function open(): Promise<WorkerSession> {
  const { configuration, recordsDirectory } = inject('conformance')
  mkdirSync(recordsDirectory, { recursive: true })
  const place = join(recordsDirectory, `${process.pid}-${process.env['VITEST_POOL_ID'] ?? '0'}`)
  const log = new HarLog(`${place}${harLogEnding}`)
  const { against, runId, controlsModule } = configuration
  const steps = against && new StepLog(`${place}${stepLogEnding}`, runId)
  const verifiedBy = new Map<string, Check['verifies']>()
  const session = new Session({
    configuration,
    controls: controlsModule === undefined ? wrapControls({}) : await sharedControls(runId, controlsModule),
    ledger: Ledger.begin(configuration),
    onExchange: (exchange) => {
      log.add(exchange, verifiedBy.get(exchange.check))
      steps?.add(exchange)
      if (Date.now() - flushed > flushInterval) flush()
    },
  })
  let flushed = Date.now()
  const flush = (): void => {
    flushed = Date.now()
    log.flush()
    try {
      // Somebody may have removed it in mid-run.
      mkdirSync(recordsDirectory, { recursive: true })
      steps?.flush()
      writeFileSync(`${place}.part`, JSON.stringify(session.record()))
      renameSync(`${place}.part`, `${place}.json`)
    } catch {
      // If the journal cannot be written now, it may be next time; if it was never written, the end of the run says so.
    }
  }
  announceProgress(session)
  onStop(runId, () => {
    session.stop()
    setTimeout(() => {
      flush()
      void session.close()
    }, untilCutOff).unref()
  })
  return {
    session,
    declare: ({ title, verifies }) => verifiedBy.set(title, verifies),
    flush,
    flushNow: () => {
      if (Date.now() - flushed > flushInterval) flush()
    },
  }
}
