// Runs the suite against an instrumented reference in which one mutant is active, and prints what it found as JSON.
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { collectChecks } from '../../lib/cli/collect-checks.ts'
import { requirements } from '../../lib/contract/requirement.ts'
import type { JournalRecord } from '../../lib/checks/journal.ts'
import { judgeTarget } from '../proof/judge-target.ts'
import type { MutantOutcome } from './outcome.ts'

const [directory = ''] = process.argv.slice(2)

/** What instrumented code keeps its switch and its count in. */
const stryker = { hitCount: 0, hitLimit: Number.MAX_SAFE_INTEGER }
Reflect.set(globalThis, '__stryker__', stryker)

const outcome = await judge().catch((error: unknown): MutantOutcome => ({ state: 'unusable', reason: String(error) }))
process.stdout.write(`${JSON.stringify(outcome)}\n`, () => process.exit(0))

async function judge(): Promise<MutantOutcome> {
  const { startReference, createControls } = await instrumented()
  const { baseUrl, controlUrl, keys } = await startReference({ seed: 'embedded' })
  const record = await judgeTarget({
    baseUrl,
    keys,
    controls: createControls(controlUrl),
    targetFile: { limits: { maxUploadBytes: 5_242_880 } },
    checks: await collectChecks(),
    stopsAtFinding: true,
  })
  const [found] = record.findings
  if (found) return { state: 'killed', requirement: found.requirement, claim: found.claim }
  const gap = gapIn(record)
  if (gap !== undefined) return { state: 'incomplete', reason: gap }
  const { exchanges } = record
  return { state: 'survived', isReached: timesReached() > 0, exchanges, untested: untestedIn(record) }
}

/** None for the sound service: it brings all that checks need. */
function untestedIn({ evaluations }: JournalRecord): readonly string[] {
  const evaluated = new Set(evaluations.map(({ requirement }) => requirement))
  return [...requirements.values()]
    .filter(({ id, kind }) => kind === 'documented' && !evaluated.has(id))
    .map(({ id }) => id)
}

/** What a run of the sound service never has: checks without an answer, or kept from beginning by something that failed. */
function gapIn({ transportProblems, harnessProblems, untested }: JournalRecord): string | undefined {
  const [problem] = [...transportProblems, ...harnessProblems]
  if (problem) return `${problem.check}: ${problem.message}`
  const blocked = untested.find(({ reason }) => reason === 'blocked')
  return blocked && `${blocked.check}: blocked`
}

type Instrumented = Pick<typeof import('../../reference/start-reference.ts'), 'startReference'> &
  Pick<typeof import('../../reference/controls.ts'), 'createControls'>

async function instrumented(): Promise<Instrumented> {
  const files = ['start-reference.ts', 'controls.ts']
  const [service, controls] = await Promise.all(files.map((file) => importCopy(file)))
  if (!service || !controls) throw new Error('there is no copy of the reference')
  return { startReference: service.startReference, createControls: controls.createControls }
}

async function importCopy(file: string): Promise<Instrumented> {
  return import(pathToFileURL(join(directory, 'reference', file)).href)
}

/** How often the place of the active mutant was come to: the instrumenter counts it where there is a bound for it. */
function timesReached(): number {
  const count: unknown = Reflect.get(stryker, 'hitCount')
  return typeof count === 'number' ? count : 0
}
