import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Exchange } from '../lib/client/exchange.ts'
import type { Check } from '../lib/run/check.ts'
import { runChecks } from '../lib/run/run-checks.ts'
import { Session } from '../lib/run/session.ts'
import { concurrencyByDefault, resolveConfiguration } from '../lib/config/configuration.ts'
import { wrapControls } from '../lib/config/controls.ts'
import { Ledger } from '../lib/ledger/ledger.ts'
import { createControls } from '../reference/controls.ts'
import type { SeparateReference } from './separate-reference.ts'

export interface RunToMeasure {
  readonly reference: Omit<SeparateReference, keyof AsyncDisposable>
  readonly checks: readonly Check[]
  readonly effort?: 'quick' | 'standard'
  readonly concurrency?: number
}

export interface MeasuredRun {
  readonly seconds: number
  readonly exchanges: readonly Exchange[]
  /** Checks that ended without a claim although nothing was missing: each would be a lost verdict. */
  readonly lost: number
}

/** Runs checks as a run does, without vitest, whose start is measured apart; gives the time and every exchange. */
export async function measuredRun({ reference, checks, ...options }: RunToMeasure): Promise<MeasuredRun> {
  const { effort = 'standard', concurrency = concurrencyByDefault } = options
  const directory = mkdtempSync(join(tmpdir(), 'bench-'))
  const { baseUrl, keys, controlUrl } = reference
  const configuration = resolveConfiguration({
    flags: {
      baseUrl,
      allowWrites: true,
      allowTraces: true,
      seed: '42',
      effort,
      concurrency: `${concurrency}`,
      reports: directory,
    },
    environment: {
      CONFORMANCE_API_KEY: keys.key,
      CONFORMANCE_SAME_ORG_API_KEY: keys.sameOrganizationKey,
      CONFORMANCE_OTHER_ORG_API_KEY: keys.otherOrganizationKey,
      CONFORMANCE_REVOKED_API_KEY: keys.revokedKey,
    },
    directory,
  })
  const exchanges: Exchange[] = []
  const session = new Session({
    configuration,
    controls: wrapControls(createControls(controlUrl)),
    ledger: Ledger.begin(configuration),
    onExchange: (exchange) => exchanges.push(exchange),
  })
  try {
    const started = performance.now()
    await runChecks(checks, session)
    const seconds = (performance.now() - started) / 1000
    const { untested, transportProblems } = session.record()
    const late = untested.filter(({ reason }) => reason === 'deadline' || reason === 'blocked')
    return { seconds, exchanges, lost: late.length + transportProblems.length }
  } finally {
    await session.close()
    rmSync(directory, { recursive: true, force: true })
  }
}
