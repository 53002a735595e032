import { mkdirSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { inject } from 'vitest'
import { loadControls } from '../target/controls.ts'
import { Ledger } from '../target/ledger.ts'
import { Session } from './session.ts'

/** Milliseconds between two writings of what has been seen, so that a crash loses little. */
const flushInterval = 1000

export interface WorkerSession {
  readonly session: Session
  /** Writes what has been seen to disk, unless it was written a moment ago. */
  flushNow(): void
  flush(): void
}

let opened: Promise<WorkerSession> | undefined

/** The session of this worker, made on first use and shared by all suite files that the worker runs. */
export function workerSession(): Promise<WorkerSession> {
  opened ??= open()
  return opened
}

async function open(): Promise<WorkerSession> {
  const { configuration, recordsDirectory } = inject('conformance')
  mkdirSync(recordsDirectory, { recursive: true })
  const session = new Session({
    configuration,
    controls: await loadControls(configuration.controlsModule),
    ledger: Ledger.continue(configuration),
    onExchange: () => {
      if (Date.now() - flushed > flushInterval) flush()
    },
  })
  const file = join(recordsDirectory, `${process.pid}-${process.env['VITEST_POOL_ID'] ?? '0'}.json`)
  let flushed = Date.now()
  const flush = (): void => {
    flushed = Date.now()
    writeFileSync(`${file}.part`, JSON.stringify(session.record()))
    renameSync(`${file}.part`, file)
  }
  return {
    session,
    flush,
    flushNow: () => {
      if (Date.now() - flushed > flushInterval) flush()
    },
  }
}
