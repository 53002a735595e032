import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { keyEnvironment } from '../../lib/client/key-variables.ts'
import type { Configuration } from '../../lib/config/configuration.ts'
import { wrapControls, type Controls } from '../../lib/config/controls.ts'
import { runSettings } from '../../lib/config/replay-command.ts'
import { resolveConfiguration } from '../../lib/config/resolve-configuration.ts'
import { Ledger } from '../../lib/ledger/ledger.ts'
import { withChecks } from '../../lib/replay/findings-to-replay.ts'
import { type RoundOptions, replayFindings, type Replay } from '../../lib/replay/replay-findings.ts'
import { assembleReport } from '../../lib/report/assemble-report.ts'
import { conformanceJson, reportFrom } from '../../lib/report/conformance-json.ts'
import type { Finding } from '../../lib/checks/finding.ts'
import { mergeRecords } from '../../lib/merge/merge-records.ts'
import type { Check } from '../../lib/run/check.ts'
import { runChecks } from '../../lib/run/run-by-hand.ts'
import { Session } from '../../lib/run/session.ts'
import { undoRun } from '../../lib/run/undo-run.ts'
import { createControls } from '../../reference/controls.ts'
import type { FaultId } from '../../proof/faults/catalogue.ts'
import { declaredByVariants } from '../../proof/judge/declared-by-variants.ts'
import { startChangedReference, type ChangedOptions } from '../../proof/start-changed-reference.ts'
import type { Reference } from '../../reference/start-reference.ts'

/** A fault hardly ever makes anything late but by a second. */
const latenessMs = 1500

/** What replays of all findings of a fault came to. */
export interface FaultReplayed {
  readonly findings: readonly Finding[]
  readonly faulty: readonly Replay[]
  readonly sound: readonly Replay[]
}

export interface FaultToReplay {
  readonly fault: FaultId
  /** Those that the run makes whose report is replayed. */
  readonly checks: readonly Check[]
  /** Those that the suite has. */
  readonly all: readonly Check[]
  readonly changes?: ChangedOptions['changes']
  readonly onCheck?: RoundOptions['onCheck']
}

/** Runs checks on a reference with a fault, and replays each finding of the report on that reference and on a sound one. */
export async function replayFault({
  fault,
  checks,
  all,
  changes = [],
  onCheck = () => undefined,
}: FaultToReplay): Promise<FaultReplayed> {
  const faulty = await startChangedReference({ seed: 'embedded', faults: [fault], descriptionDelayMs: 450, changes })
  const sound = await startChangedReference({ seed: 'embedded', descriptionDelayMs: 450, changes })
  try {
    const own = await reportedFindings(faulty, checks)
    // What passive checks judge may show in the traffic of other checks alone.
    const findings = own.length > 0 ? own : await reportedFindings(faulty, all)
    const replays = async (reference: Reference): Promise<readonly Replay[]> => {
      const ends: Replay[] = []
      for (const finding of findings)
        ends.push(
          await against(reference, (configuration, controls) =>
            replayFindings(withChecks([finding], all), { configuration, controls, latenessMs, onCheck }),
          ),
        )
      return ends
    }
    return { findings, faulty: await replays(faulty), sound: await replays(sound) }
  } finally {
    await Promise.all([faulty.close(), sound.close()])
  }
}

/** The findings as a reader of `conformance.json` has them. */
function reportedFindings(reference: Reference, checks: readonly Check[]): Promise<readonly Finding[]> {
  return against(reference, async (configuration, controls) => {
    const ledger = Ledger.begin(configuration)
    const session = new Session({ configuration, controls, ledger, latenessMs, writesScripts: false })
    await runChecks(checks, session)
    const record = mergeRecords([session.record()])
    await session.close()
    await undoRun(configuration, { ledger, controls })
    const json = conformanceJson(assembleReport(record, factsOf(configuration)))
    return reportFrom(JSON.parse(json)).requirements.flatMap(({ findings }) => findings)
  })
}

function factsOf(configuration: Configuration): Parameters<typeof assembleReport>[1] {
  const { name, baseUrl, mode, effort, seed } = configuration
  const target = { name, baseUrl, mode, effort, seed, startedAt: new Date().toISOString(), durationMs: 1 }
  return { target, replay: 'npm run conformance', settings: runSettings(configuration), suiteVersion: '0.1.0' }
}

/** What it takes to send to a reference; the directory is removed afterwards. */
async function against<Made>(
  { baseUrl, keys, controlUrl }: Reference,
  make: (configuration: Configuration, controls: Controls) => Promise<Made>,
): Promise<Made> {
  const directory = mkdtempSync(join(tmpdir(), 'replay-'))
  const flags = { baseUrl, allowWrites: true, allowTraces: true, seed: '42', effort: 'quick', reports: directory }
  try {
    const configuration = resolveConfiguration({ flags, environment: keyEnvironment(keys), directory })
    const { targetFile } = declaredByVariants([])
    return await make({ ...configuration, targetFile }, wrapControls(createControls(controlUrl)))
  } finally {
    rmSync(directory, { recursive: true, force: true, maxRetries: 5 })
  }
}
