import { settleCauses } from '../lib/checks/settle-causes.ts'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Exchange } from '../lib/client/exchange.ts'
import { HarLog } from '../lib/client/har/har-log.ts'
import type { Check } from '../lib/run/check.ts'
import type { WebAction } from '../lib/replay/transcript/chronicle.ts'
import { harLogEnding } from '../lib/run/provided.ts'
import { runChecks } from '../lib/run/run-by-hand.ts'
import { Session } from '../lib/run/session.ts'
import { concurrencyByDefault } from '../lib/config/configuration.ts'
import { resolveConfiguration } from '../lib/config/resolve-configuration.ts'
import { wrapControls } from '../lib/config/controls.ts'
import { Ledger } from '../lib/ledger/ledger.ts'
import { createControls } from '../reference/controls.ts'
import type { SeparateReference } from './separate-reference.ts'
import { spending, type Spent } from './spent.ts'
import { keyEnvironment } from '../lib/client/key-variables.ts'

export interface RunToMeasure {
  readonly reference: Omit<SeparateReference, keyof AsyncDisposable>
  readonly checks: readonly Check[]
  readonly effort?: 'quick' | 'standard'
  readonly concurrency?: number
  /** Where this is `false` the exchanges are let go, as a run does: to hold thousands of them costs CPU. */
  readonly keeps?: boolean
  /** Begins no further check once anything is found. */
  readonly stopsAtFinding?: boolean
}

export interface MeasuredRun extends Spent {
  /** Requests that were answered. */
  readonly requests: number
  /** None where they were not to be kept. */
  readonly exchanges: readonly Exchange[]
  /** What the web application did meanwhile. */
  readonly actions: readonly WebAction[]
  /** Checks that ended without a claim although nothing was missing: each would be a lost verdict. */
  readonly lost: number
  /** Requirements that were found to be violated. */
  readonly violated: readonly string[]
}

/** Runs checks as a run does, without vitest, whose start is measured apart; gives the time and every exchange. */
export async function measuredRun({ reference, checks, ...options }: RunToMeasure): Promise<MeasuredRun> {
  const { effort = 'standard', concurrency = concurrencyByDefault, keeps = true, stopsAtFinding = false } = options
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
    environment: keyEnvironment(keys),
    directory,
  })
  const exchanges: Exchange[] = []
  let requests = 0
  const archive = new HarLog(join(directory, `run${harLogEnding}`))
  const session = new Session({
    configuration,
    controls: wrapControls(createControls(controlUrl)),
    ledger: Ledger.begin(configuration),
    onExchange: (exchange) => {
      requests += 1
      if (keeps) exchanges.push(exchange)
      archive.add(exchange)
    },
  })
  try {
    const { seconds, cpuSeconds } = await spending(async () => {
      await runChecks(checks, session, { isStopped: () => stopsAtFinding && session.hasFindings })
      session.judgeAll()
      archive.flush()
      return {}
    })
    const { untested, transportProblems, findings } = settleCauses(session.record())
    const late = untested.filter(({ reason }) => reason === 'deadline' || reason === 'blocked')
    const violated = [...new Set(findings.map(({ requirement }) => requirement))]
    const actions = session.chronicle.webActions
    return { seconds, cpuSeconds, requests, exchanges, actions, violated, lost: late.length + transportProblems.length }
  } finally {
    await session.close()
    rmSync(directory, { recursive: true, force: true })
  }
}
