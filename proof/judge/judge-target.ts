import { settleCauses } from '../../lib/checks/settle-causes.ts'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { forgetSecrets } from '../../lib/client/redactor.ts'
import type { JournalRecord } from '../../lib/checks/journal.ts'
import type { Check } from '../../lib/run/check.ts'
import { Session, type SessionOptions } from '../../lib/run/session.ts'
import type { Configuration } from '../../lib/config/configuration.ts'
import { resolveConfiguration } from '../../lib/config/resolve-configuration.ts'
import { wrapControls, type ControlFunctions } from '../../lib/config/controls.ts'
import { Ledger } from '../../lib/ledger/ledger.ts'
import type { TargetFile } from '../../lib/config/target-file.ts'
import { orderedChecks } from '../../lib/run/planned-checks.ts'
import { runChecks, type RunChecksOptions } from '../../lib/run/run-by-hand.ts'
import { keyEnvironment } from '../../lib/client/key-variables.ts'

export interface JudgeTargetOptions {
  readonly baseUrl: string
  readonly keys: Readonly<{ own: string; sameOrganization?: string; otherOrganization?: string; revoked?: string }>
  readonly checks: readonly Check[]
  readonly controls?: Partial<ControlFunctions>
  readonly targetFile?: TargetFile
  readonly mode?: Configuration['mode']
  readonly seed?: number
  readonly effort?: 'quick' | 'standard' | 'thorough'
  /** How long a claim waits for what may lawfully be late. */
  readonly latenessMs?: number
  /** Whether each finding gets a script that reproduces it; `true` by default. */
  readonly writesScripts?: boolean
  /** Begins no further check once anything is found. */
  readonly stopsAtFinding?: boolean
  /** Puts the checks in another order than that of a run; none is left out. */
  readonly order?: RunChecksOptions['order']
  readonly openSession?: (options: SessionOptions) => Session
}

/** Judges a deployment by the given checks, within this process, as a run of the command would. */
export async function judgeTarget(options: JudgeTargetOptions): Promise<JournalRecord> {
  forgetSecrets()
  const directory = mkdtempSync(join(tmpdir(), 'proof-'))
  const configuration = configurationFor(options, directory)
  const sessionOptions: SessionOptions = {
    configuration,
    controls: wrapControls(options.controls ?? {}),
    ledger: Ledger.begin(configuration),
    ...(options.writesScripts === undefined ? {} : { writesScripts: options.writesScripts }),
    ...(options.latenessMs === undefined ? {} : { latenessMs: options.latenessMs }),
  }
  const session = options.openSession?.(sessionOptions) ?? new Session(sessionOptions)
  try {
    const { stopsAtFinding = false, order = (checks) => orderedChecks(checks, session) } = options
    const isStopped = (): boolean => stopsAtFinding && session.hasFindings
    await runChecks(options.checks, session, { isStopped, order })
    return settleCauses(session.record())
  } finally {
    await session.close()
    rmSync(directory, { recursive: true, force: true, maxRetries: 5 })
  }
}

function configurationFor(options: JudgeTargetOptions, directory: string): Configuration {
  const { baseUrl, keys, targetFile = {}, mode = 'read-write', seed = 42, effort = 'quick' } = options
  const writes = mode === 'read-write'
  const resolved = resolveConfiguration({
    flags: { baseUrl, allowWrites: writes, allowTraces: writes, seed: `${seed}`, effort, reports: directory },
    environment: keyEnvironment(keys),
    directory,
  })
  return { ...resolved, targetFile: { ...resolved.targetFile, ...targetFile } }
}
