import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { compareBehaviour } from '../../lib/differential/compare-behaviour.ts'
import { confirm } from '../../lib/differential/compare-with-older.ts'
import type { Difference } from '../../lib/differential/difference.ts'
import type { Step } from '../../lib/run/steps/step.ts'
import { StepRecorder } from '../../lib/run/steps/step-recorder.ts'
import type { Check } from '../../lib/run/check.ts'
import { runByHand } from '../../lib/run/run-by-hand.ts'
import { resolveConfiguration } from '../../lib/config/resolve-configuration.ts'
import { startChangedReference, type ChangedOptions } from '../../proof/start-changed-reference.ts'
import { startReference, type Reference } from '../../reference/start-reference.ts'

type Switches = Pick<ChangedOptions, 'faults' | 'variants'>

export interface ComparedReferences {
  /** As seen at first. */
  readonly seen: readonly Difference[]
  /** What was there again. */
  readonly confirmed: readonly Difference[]
}

/** Runs the same checks against a plain reference and one with switches, and compares them. */
export async function compareReferences(
  checks: readonly Check[],
  switches: Switches,
  mode: 'read-only' | 'read-write' = 'read-write',
): Promise<ComparedReferences> {
  const plain = await startReference({ seed: 'embedded' })
  const other = await startChangedReference({ seed: 'embedded', ...switches })
  const runBoth = async (repeated: readonly Check[]) => ({
    olds: await stepsOf(plain, repeated, mode),
    news: await stepsOf(other, repeated, mode),
  })
  try {
    const { olds, news } = await runBoth(checks)
    const compared = compareBehaviour(olds, news, checks)
    return { seen: compared.differences, confirmed: await confirm(compared, checks, runBoth) }
  } finally {
    await plain.close()
    await other.close()
  }
}

/** How many checks some differences were seen in: one that a busy machine cut short shows many at once. */
export function checksShowing(seen: readonly Difference[]): number {
  return new Set(seen.map(({ example }) => example.check)).size
}

async function stepsOf(
  { baseUrl, keys }: Reference,
  checks: readonly Check[],
  mode: 'read-only' | 'read-write',
): Promise<readonly Step[]> {
  const directory = mkdtempSync(join(tmpdir(), 'against-'))
  const writes = mode === 'read-write'
  const configuration = resolveConfiguration({
    flags: { baseUrl, allowWrites: writes, allowTraces: writes, seed: '42', effort: 'quick', reports: directory },
    environment: { CONFORMANCE_API_KEY: keys.own, CONFORMANCE_OTHER_ORG_API_KEY: keys.otherOrganization },
    directory,
  })
  const recorder = new StepRecorder(configuration.runId)
  const steps: Step[] = []
  await runByHand(configuration, {
    checks,
    onExchange: (exchange) => {
      const step = recorder.step(exchange)
      if (step) steps.push(step)
    },
  })
  rmSync(directory, { recursive: true, force: true, maxRetries: 5 })
  return steps
}
