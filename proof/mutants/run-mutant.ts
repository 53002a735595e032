// Runs the suite against an instrumented service in which one mutant is active, and prints what it found as JSON.
import { collectChecks } from '../../lib/cli/collect-checks.ts'
import { requirements } from '../../lib/contract/requirement.ts'
import type { JournalRecord } from '../../lib/checks/journal.ts'
import { judgeTarget } from '../judge/judge-target.ts'
import { mutatedService } from './mutated-service.ts'
import type { MutantOutcome } from './outcome.ts'

const [directory = '', service = ''] = process.argv.slice(2)

/** What instrumented code keeps its switch and its count in. */
const stryker = { hitCount: 0, hitLimit: Number.MAX_SAFE_INTEGER }
Reflect.set(globalThis, '__stryker__', stryker)

const outcome = await judge().catch((error: unknown): MutantOutcome => ({ state: 'unusable', reason: String(error) }))
process.stdout.write(`${JSON.stringify(outcome)}\n`, () => process.exit(0))

async function judge(): Promise<MutantOutcome> {
  const started = await mutatedService(service).start(directory)
  const record = await judgeTarget({ ...started, checks: await collectChecks(), stopsAtFinding: true })
  const [found] = record.findings
  if (found) return { state: 'killed', by: found.requirement, claim: found.claim }
  const [problem] = [...record.transportProblems, ...record.harnessProblems]
  if (problem) return { state: 'incomplete', reason: `${problem.check}: ${problem.message}` }
  const { exchanges } = record
  const blocked = record.untested.filter(({ reason }) => reason === 'blocked').map(({ check }) => check)
  return { state: 'survived', isReached: timesReached() > 0, exchanges, blocked, untested: untestedIn(record) }
}

/** None for the sound reference: it brings all that checks need. */
function untestedIn({ evaluations }: JournalRecord): readonly string[] {
  const evaluated = new Set(evaluations.map(({ requirement }) => requirement))
  return [...requirements.values()]
    .filter(({ id, kind }) => kind === 'documented' && !evaluated.has(id))
    .map(({ id }) => id)
}

/** How often the place of the active mutant was come to: the instrumenter counts it if there is a bound for it. */
function timesReached(): number {
  const count: unknown = Reflect.get(stryker, 'hitCount')
  return typeof count === 'number' ? count : 0
}
