import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { JournalRecord } from '../../lib/checks/journal.ts'
import type { Check } from '../../lib/run/check.ts'
import { Session } from '../../lib/run/session.ts'
import { resolveConfiguration } from '../../lib/target/configuration.ts'
import { wrapControls } from '../../lib/target/controls.ts'
import { Ledger } from '../../lib/target/ledger.ts'
import { createControls } from '../../reference/controls.ts'
import { startReference, type ReferenceOptions } from '../../reference/service.ts'
import { runChecks } from './run-checks.ts'

export interface Judgement {
  readonly record: JournalRecord
  /** How often each fault that was switched on was reached. */
  readonly activations: Readonly<Record<string, number>>
}

export interface JudgeOptions extends Pick<ReferenceOptions, 'faults' | 'variants'> {
  readonly checks: readonly Check[]
  readonly seed?: number
  readonly effort?: 'quick' | 'standard' | 'thorough'
}

/** Judges a reference of its own, with faults or variants switched on, by the given checks, within this process. */
export async function judgeReference({
  checks,
  seed = 42,
  effort = 'quick',
  ...switches
}: JudgeOptions): Promise<Judgement> {
  const reference = await startReference({ seed: 'embedded', ...switches })
  const directory = mkdtempSync(join(tmpdir(), 'proof-'))
  const { keys } = reference
  const resolved = resolveConfiguration({
    flags: {
      baseUrl: reference.baseUrl,
      allowWrites: true,
      allowTraces: true,
      seed: `${seed}`,
      effort,
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
  const configuration = { ...resolved, targetFile: { ...resolved.targetFile, limits: { maxUploadBytes: 5_242_880 } } }
  const session = new Session({
    configuration,
    controls: wrapControls(createControls(reference.controlUrl)),
    ledger: Ledger.begin(configuration),
  })
  try {
    await runChecks(checks, session)
    return { record: session.record(), activations: reference.faults.activations() }
  } finally {
    await session.close()
    await reference.close()
    rmSync(directory, { recursive: true, force: true })
  }
}
