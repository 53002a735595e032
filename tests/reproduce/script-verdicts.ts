import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Finding } from '../../lib/checks/finding.ts'
import type { Check } from '../../lib/run/check.ts'
import { createControls } from '../../reference/controls.ts'
import { faults as catalogue, type FaultId } from '../../reference/faults/catalogue.ts'
import type { VariantId } from '../../reference/variants/catalogue.ts'
import { startReference, type Reference } from '../../reference/start-reference.ts'
import { checksOf } from '../proof/checks-of.ts'
import { judgeTarget } from '../proof/judge-target.ts'
import { runScript } from './run-script.ts'
import { keyEnvironment } from '../../lib/client/key-variables.ts'

/** `needs more`: what no shell script can decide, such as a race or a time, and which says so. */
export type Outcome = 'reproduced' | 'needs more' | 'undecided' | 'wrong'

/** What the script of a finding says of the service that had the fault, and of the same service without it. */
export interface ScriptVerdict {
  readonly finding: Finding
  readonly faulty: string
  readonly sound: string
  readonly outcome: Outcome
  /** All that the script printed. */
  readonly output: string
}

interface Sample {
  readonly checks: readonly Check[]
  /** As many findings are tried. */
  readonly most?: number
  /** Lawful differences of the service without the fault: a script may not decide there, and never says BREACH. */
  readonly variants?: readonly VariantId[]
  /** Keeps the scripts there. */
  readonly keepIn?: string
}

const latenessMs = 1500

/** Long enough that a script on a busy machine writes what a person writes before it. */
const descriptionDelayMs = 1000

/**
 * Judges a reference with faults by the checks of what they break, and runs the script of each finding against it and,
 * with the same data, against a sound one.
 */
export async function scriptVerdicts(faults: readonly FaultId[], sample: Sample): Promise<readonly ScriptVerdict[]> {
  const directory = sample.keepIn ?? (await mkdtemp(join(tmpdir(), 'reproduce-')))
  const data = join(await mkdtemp(join(tmpdir(), 'reproduce-data-')), 'store.db')
  const faulty = await startReference({ data, faults, descriptionDelayMs })
  try {
    const all = await findingsOf(
      faulty,
      checksOf(
        faults.flatMap((id) => catalogue[id].breaks),
        sample.checks,
      ),
    )
    const findings = spread(all).slice(0, sample.most)
    for (const key of [faulty.keys.own, faulty.keys.otherOrganization]) await removeProducts(faulty.baseUrl, key)
    const before = await runAll(findings, faulty, directory)
    await faulty.close()
    const sound = await startReference({
      data,
      descriptionDelayMs,
      ...(sample.variants && { variants: sample.variants }),
    })
    const after = await runAll(findings, { ...sound, keys: faulty.keys }, directory).finally(() => sound.close())
    return findings.map((finding, index) => verdictOf(finding, before[index] ?? '', after[index] ?? ''))
  } finally {
    await faulty.close()
    await rm(join(data, '..'), { recursive: true, force: true })
    if (sample.keepIn === undefined) await rm(directory, { recursive: true, force: true })
  }
}

/** One of each requirement first, then a second of each: in an order that does not depend on what came first in a run. */
function spread(findings: readonly Finding[]): readonly Finding[] {
  const byName = findings.toSorted((one, other) => nameOf(one).localeCompare(nameOf(other), 'en'))
  const placed = byName.map((finding, index) => {
    const place = byName.slice(0, index).filter(({ requirement }) => requirement === finding.requirement).length
    return { finding, place }
  })
  return placed.toSorted((one, other) => one.place - other.place).map(({ finding }) => finding)
}

function nameOf({ requirement, check, claim }: Finding): string {
  return `${requirement} ${check} ${claim}`
}

const decidesNot = /^UNDECIDED .*: needs (?!the comparison of several answers)/

function verdictOf(finding: Finding, before: string, after: string): ScriptVerdict {
  const [faulty, sound] = [wordOf(before), wordOf(after)]
  const outcome =
    faulty === 'BREACH' && sound === 'PASS'
      ? 'reproduced'
      : faulty === 'PASS' || sound === 'BREACH'
        ? 'wrong'
        : [faulty, sound].some((word) => decidesNot.test(word))
          ? 'needs more'
          : 'undecided'
  return { finding, faulty, sound, outcome, output: `${before}\n${after}` }
}

async function findingsOf(
  { baseUrl, keys, controlUrl, maxUploadBytes }: Reference,
  checks: readonly Check[],
): Promise<readonly Finding[]> {
  const { findings } = await judgeTarget({
    baseUrl,
    keys,
    controls: createControls(controlUrl),
    targetFile: { limits: { maxUploadBytes } },
    checks,
    latenessMs,
  })
  return findings
}

/** What the run of a command would remove at its end. */
async function removeProducts(baseUrl: string, key: string): Promise<void> {
  const headers = { authorization: `Bearer ${key}` }
  // A fault may keep them in the list.
  for (let round = 0; round < 8; round += 1) {
    const list = await fetch(`${baseUrl}/v1/public/products?limit=100&name=conformance`, { headers })
    // A name may be one that another organization has given.
    const ids =
      (await list.text()).match(/(?<=\{"id":")[^"]+(?=",[^{]*"(?:name":"conformance |readable_id":"conformance_))/g) ??
      []
    for (const id of ids) await fetch(`${baseUrl}/v1/public/products/${id}`, { method: 'DELETE', headers })
    if (ids.length === 0) return
  }
}

/** One after the other: two uploads of one size, as two scripts of the same check may have them, would be duplicates. */
async function runAll(findings: readonly Finding[], service: Reference, directory: string): Promise<string[]> {
  const { keys, baseUrl, controlUrl } = service
  const environment = {
    ...keyEnvironment(keys),
    CONFORMANCE_WEB_APPLICATION: join(import.meta.dirname, 'web-application.sh'),
    CONTROL_URL: controlUrl,
  }
  const outputs: string[] = []
  for (const { requirement, signature, script } of findings) {
    const path = join(directory, `${requirement}-${signature}.sh`)
    await writeFile(path, script?.text ?? 'echo UNDECIDED no script')
    const { code, output } = await runScript(path, baseUrl, environment)
    outputs.push(`${output}exit ${code}\n`)
  }
  return outputs
}

function wordOf(output: string): string {
  const [word = 'nothing'] = /^(?:BREACH|PASS|UNDECIDED)\b.*$/m.exec(output) ?? []
  return word.startsWith('U') ? word : (word.split(' ')[0] ?? '')
}
