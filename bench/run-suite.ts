import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Exchange } from '../lib/client/exchange.ts'
import { createControls } from '../reference/controls.ts'
import { Session } from '../lib/run/session.ts'
import { resolveConfiguration } from '../lib/target/configuration.ts'
import { wrapControls } from '../lib/target/controls.ts'
import { Ledger } from '../lib/target/ledger.ts'
import { collectChecks } from '../tests/proof/collect-checks.ts'
import { runChecks } from '../tests/proof/run-checks.ts'
import type { ReferenceProcess } from './reference-process.ts'

export interface SuiteRun {
  readonly milliseconds: number
  readonly exchanges: readonly Exchange[]
}

export interface SuiteRunOptions {
  readonly baseUrl?: string
  readonly concurrency?: number
  /** Only checks of these requirements; without it, all that need nothing to be alone. */
  readonly only?: readonly string[]
}

/** Runs the checks at standard effort against a reference, start-up apart, and keeps what was exchanged. */
export async function runSuite(reference: ReferenceProcess, options: SuiteRunOptions = {}): Promise<SuiteRun> {
  const { baseUrl = reference.baseUrl, concurrency = 8, only } = options
  const directory = mkdtempSync(join(tmpdir(), 'bench-'))
  const configuration = resolveConfiguration({
    flags: {
      baseUrl,
      allowWrites: true,
      allowTraces: true,
      seed: '1',
      concurrency: `${concurrency}`,
      reports: directory,
    },
    environment: { CONFORMANCE_API_KEY: reference.key },
    directory,
  })
  const exchanges: Exchange[] = []
  const session = new Session({
    configuration,
    controls: wrapControls(createControls(reference.controlUrl)),
    ledger: Ledger.begin(configuration),
    onExchange: (exchange) => exchanges.push(exchange),
  })
  const all = await collectChecks()
  const checks = only
    ? all.filter(({ verifies }) => verifies.some((id) => only.includes(id)))
    : all.filter(({ alone }) => !alone)
  const started = performance.now()
  await runChecks(checks, session)
  const milliseconds = performance.now() - started
  await session.close()
  rmSync(directory, { recursive: true, force: true })
  return { milliseconds, exchanges }
}
