import { spawn } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import type { Finding } from '../../../lib/checks/finding.ts'
import { keyEnvironment } from '../../../lib/client/key-variables.ts'
import type { Check } from '../../../lib/run/check.ts'
import { createControls } from '../../../reference/controls.ts'
import { type FaultId, faultOf } from '../../../proof/faults/catalogue.ts'
import { startChangedReference } from '../../../proof/start-changed-reference.ts'
import { startReference, type Reference } from '../../../reference/start-reference.ts'
import { checksOf } from '../../../proof/judge/checks-of.ts'
import { judgeTarget } from '../../../proof/judge/judge-target.ts'

/** `decided`: BREACH of the service with the fault, and KEPT of the sound one; `wrong`: the opposite of either. */
type Outcome = 'decided' | 'undecided' | 'wrong'

/** What the transcript of a finding says of a service with the fault, and of a sound one. */
export interface TranscriptVerdict {
  readonly finding: Finding
  readonly faulty: string
  readonly sound: string
  readonly outcome: Outcome
  /** All that it printed. */
  readonly output: string
  readonly lines: number
}

const words: Readonly<Record<number, string>> = { 0: 'KEPT', 1: 'BREACH', 3: 'UNDECIDED' }
/** The same in every service here, as the suite waits for it. */
const descriptionDelayMs = 1000

/** Judges a service with a fault by the checks of what that breaks, and runs the transcripts of the first few findings on new services with and without it. */
export async function transcriptVerdicts(
  fault: FaultId,
  { checks, most }: { readonly checks: readonly Check[]; readonly most: number },
): Promise<readonly TranscriptVerdict[]> {
  const findings = await findingsOf(fault, checks)
  const directory = await mkdtemp(join(tmpdir(), 'transcripts-'))
  const [faulty, sound] = [
    await startChangedReference({ faults: [fault], descriptionDelayMs }),
    await startReference({ descriptionDelayMs }),
  ]
  try {
    const verdicts: TranscriptVerdict[] = []
    for (const finding of findings.slice(0, most)) {
      const file = join(directory, `${finding.signature}.sh`)
      await writeFile(file, finding.script?.text ?? 'exit 2')
      verdicts.push(verdictOf(finding, await run(file, faulty), await run(file, sound)))
    }
    return verdicts
  } finally {
    await Promise.all([faulty.close(), sound.close(), rm(directory, { recursive: true, force: true, maxRetries: 5 })])
  }
}

/** In an order that does not depend on what came first in the run. */
async function findingsOf(fault: FaultId, checks: readonly Check[]): Promise<readonly Finding[]> {
  const service = await startChangedReference({ faults: [fault], descriptionDelayMs })
  try {
    const { baseUrl, keys, controlUrl, maxUploadBytes } = service
    const { findings } = await judgeTarget({
      baseUrl,
      keys,
      controls: createControls(controlUrl),
      targetFile: { limits: { maxUploadBytes } },
      checks: checksOf(faultOf(fault).breaks, checks),
      latenessMs: 1500,
    })
    return findings.toSorted((one, other) => nameOf(one).localeCompare(nameOf(other), 'en'))
  } finally {
    await service.close()
  }
}

function nameOf({ requirement, signature }: Finding): string {
  return `${requirement} ${signature}`
}

interface End {
  readonly word: string
  readonly output: string
}

async function run(file: string, { baseUrl, keys, controlUrl }: Reference): Promise<End> {
  const child = spawn('sh', [file], {
    env: {
      ...keyEnvironment(keys),
      PATH: process.env['PATH'],
      BASE_URL: baseUrl,
      CONFORMANCE_WEB_APPLICATION: join(import.meta.dirname, 'web-application.sh'),
      CONTROL_URL: controlUrl,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const ended = new Promise<number | null>((resolve) => child.on('close', resolve))
  const [output, errors, code] = await Promise.all([text(child.stdout), text(child.stderr), ended])
  return { word: words[code ?? 2] ?? `exit ${code}`, output: `${output}${errors}` }
}

function verdictOf(finding: Finding, faulty: End, sound: End): TranscriptVerdict {
  const isWrong =
    faulty.word === 'KEPT' || sound.word === 'BREACH' || [faulty, sound].some(({ word }) => word.startsWith('exit'))
  const isDecided = faulty.word === 'BREACH' && sound.word === 'KEPT'
  return {
    finding,
    faulty: faulty.word,
    sound: sound.word,
    outcome: isWrong ? 'wrong' : isDecided ? 'decided' : 'undecided',
    output: `${faulty.output}\n${sound.output}`,
    lines: finding.script?.text.trimEnd().split('\n').length ?? 0,
  }
}
