import type { RequestListener } from 'node:http'
import type { JournalRecord } from '../../lib/checks/journal.ts'
import type { Check } from '../../lib/run/check.ts'
import { faultOf } from '../faults/catalogue.ts'
import { openServer } from '../../tests/client/open-server.ts'
import { nonsense } from '../../tests/hostile/nonsense.ts'
import { checksOf } from '../judge/checks-of.ts'
import { judgeReference, type JudgeOptions } from '../judge/judge-reference.ts'
import { judgeServer } from '../judge/judge-server.ts'
import { judgeTarget } from '../judge/judge-target.ts'
import { leftUntested } from '../judge/left-untested.ts'
import { startServer } from '../servers/start-server.ts'
import casesOfVariants from '../variants/left-untested.json' with { type: 'json' }
import { declarationOf, executing, type SoundSuite, switchMutant } from './instrumented.ts'
import type { MutantOutcome } from './outcome.ts'
import { chosenBugs, chosenFaults, chosenFaultsByTheClock, chosenVariants, type Concern } from './proofs-of-suite.ts'
import { failedTests, testsOf, testsOfTargets } from './tests-of.ts'
import { shownAgain } from './try-mutant.ts'

/** With more checks only those are tried on a fault that may find it. */
const manyChecks = 50

const anyKey = 'svc_api_mutants0123456789012345678901234567890'

/** A mutant of the suite, in an instrumented copy of it. */
export interface SuiteMutant {
  readonly id: string
  readonly file: string
  readonly directory: string
  /** The ids of all mutants of its file. */
  readonly idsOfFile: readonly string[]
  /** The requirements that its file names. */
  readonly names: readonly string[]
}

interface Suite {
  readonly checks: readonly Check[]
  readonly sound: SoundSuite
}

/**
 * Whether the proof notices a mutant of the suite: checks that are gone or claim something of other requirements, a test of the
 * mutated file that fails, a sound or lawful reference that is accused or of which less is evaluated, an answer that a check stumbles
 * over, a fault that is not found or is blamed on other requirements, more requests to the same end. Each is tried by the checks that
 * execute the mutated code; a difference counts only if it is gone without the mutant.
 */
export async function holdSuite(mutant: SuiteMutant, suite: Suite): Promise<MutantOutcome> {
  const { id } = mutant
  const { checks, sound } = suite
  const declared = new Set(checks.map(declarationOf))
  const lost = sound.declarations.find((one) => !declared.has(one))
  if (lost !== undefined || checks.length !== sound.titles.length) return killed('the checks', `not declared: ${lost}`)
  const concern = concernOf(mutant, suite)
  for (const proof of proofs(mutant, concern)) {
    const shown = await proof.show()
    if (shown === proof.due) continue
    const due = await showWithout(mutant, sound, proof)
    if (shown !== due) return killed(proof.of, `${shown}, without the mutant ${due}`)
  }
  const costs = requests(concern)
  if (await isMore(costs, () => showWithout(mutant, sound, costs)))
    return killed(costs.of, 'more than without the mutant')
  return { state: 'survived', isReached: isReached(id, sound), exchanges: 0, blocked: [], untested: [] }
}

/** Twice: now and then a run polls once more. */
async function isMore({ show }: Proof, without: () => Promise<string>): Promise<boolean> {
  const shown = [await show(), await show()].map(Number)
  const due = [await without(), await without()].map(Number)
  return Math.min(...shown) > Math.max(...due)
}

/** What a proof shows of a suite whose modules were loaded without the mutant that it is a proof of. */
export async function showProof(of: string, mutant: SuiteMutant, suite: Suite): Promise<string> {
  const concern = concernOf(mutant, suite)
  for (const proof of [requests(concern), ...proofs(mutant, concern)]) if (proof.of === of) return proof.show()
  throw new Error(`without the mutant there is no proof by ${of}`)
}

function concernOf({ id, idsOfFile, names }: SuiteMutant, { checks, sound }: Suite): Concern {
  const reaching = executing(sound, new Set([id]))
  // What modules compute as they are loaded, or what only a fault or a variant reaches, matters to the checks that execute other
  // code of the file, or to any.
  const titles = reaching.size > 0 ? reaching : executing(sound, new Set(idsOfFile))
  const concerned = titles.size > 0 ? checks.filter(({ title }) => titles.has(title)) : checks
  const seed = Number(id.replaceAll(/\D/gu, ''))
  return { checks, concerned, names, sound, seed, isReached: isReached(id, sound) }
}

function isReached(id: string, sound: SoundSuite): boolean {
  return sound.loaded.includes(id) || executing(sound, new Set([id])).size > 0
}

/** In a process of its own if modules compute something with the mutant as they are loaded. */
async function showWithout({ id, directory }: SuiteMutant, { loaded }: SoundSuite, proof: Proof): Promise<string> {
  if (loaded.includes(id)) return shownAgain(id, directory, proof.of)
  switchMutant('')
  const shown = await proof.show()
  switchMutant(id)
  return shown
}

/** One thing that the proof shows of a suite. */
interface Proof {
  readonly of: string
  readonly show: () => Promise<string>
  /** What it mostly shows of a sound suite: then nobody tries it without the mutant. */
  readonly due?: string
}

/** How many requests the sound reference gets. */
function requests({ concerned }: Concern): Proof {
  return { of: 'the requests', show: async () => `${(await judge({ checks: concerned })).exchanges}` }
}

/** The proofs of a mutant, those first that notice most for their time. */
function* proofs({ file, directory }: SuiteMutant, concern: Concern): Generator<Proof> {
  const { checks, concerned } = concern
  const tests = testsOf(file, directory)
  if (tests.length > 0) yield { of: 'its tests', show: async () => failedTests(tests, directory) }
  yield { of: 'the sound reference', show: async () => evaluatedIn(await judge({ checks: concerned }), concerned) }
  yield {
    of: 'reads with a single key',
    show: async () => problemsIn(await judge({ checks: concerned, mode: 'read-only', isBare: true })),
    due: '',
  }
  for (const fault of chosenFaults(concern)) {
    const { breaks } = faultOf(fault)
    const tried = [...new Set([...checksOf(breaks, checks), ...(concerned.length < manyChecks ? concerned : [])])]
    const show = async () => blamedIn(await judge({ checks: tried, faults: [fault] }))
    yield { of: `the fault ${fault}`, show, due: [...breaks].sort().join(' ') }
  }
  const onNonsense = async (): Promise<string> =>
    (await Promise.all(Object.values(nonsense).map((listener) => problemsOf(listener, concerned)))).join('')
  if (concerned.length < manyChecks) yield { of: 'answers that are nonsense', show: onNonsense, due: '' }
  for (const [variant, cases] of Object.entries(casesOfVariants)) {
    const those = concerned.filter(({ title }) => cases.some((one) => one.endsWith(` ${title}`)))
    const show = async () => leftUntested(await judge({ checks: those, variants: [variant] }), those).join('\n')
    if (those.length > 0) yield { of: `what ${variant} leaves untested`, show }
  }
  for (const variants of chosenVariants(concern))
    yield {
      of: `the variants ${variants.join(', ')}`,
      show: async () => blamedIn(await judge({ checks: concerned, variants })),
      due: '',
    }
  for (const server of ['express', 'pydantic', 'go']) {
    const show = async () => evaluatedIn(await judgeOn(server, [], concerned), concerned)
    yield { of: `the server ${server}`, show }
  }
  for (const { server, id, breaks } of chosenBugs(concern)) {
    const show = async () => blamedIn(await judgeOn(server, [id], checksOf(breaks, checks)))
    yield { of: `the bug ${id} of ${server}`, show, due: [...breaks].sort().join(' ') }
  }
  const byTheClock = chosenFaultsByTheClock(concern)
  if (byTheClock.length > 0)
    yield {
      of: 'faults by the clock',
      show: async () => failedTests(['tests/proof/faults-by-the-clock.test.ts'], directory, byTheClock),
    }
  if (!concern.isReached)
    yield { of: 'targets that are neither', show: async () => failedTests(testsOfTargets, directory) }
}

async function problemsOf(listener: RequestListener, checks: readonly Check[]): Promise<string> {
  await using server = await openServer(listener)
  return problemsIn(await judgeTarget({ baseUrl: server.url, keys: { own: anyKey }, checks, latenessMs: 200 }))
}

async function judge(options: JudgeOptions): Promise<JournalRecord> {
  return (await judgeReference({ effort: 'standard', ...options })).record
}

async function judgeOn(server: string, bugs: readonly string[], checks: readonly Check[]): Promise<JournalRecord> {
  return (await judgeServer(() => startServer(server, bugs), { checks, secondKey: true })).record
}

/** Findings, which checks evaluated which requirement that they verify, and what their requests let passive checks evaluate. */
function evaluatedIn(record: JournalRecord, checks: readonly Check[]): string {
  const declared = new Set(checks.flatMap(({ title, verifies }) => verifies.map((id) => `${id} ${title}`)))
  const cases = record.evaluations
    .map(({ requirement, check }) => `${requirement} ${check}`)
    .filter((one) => declared.has(one))
  const covered = new Set(checks.flatMap(({ covers }) => covers))
  const passive = record.evaluations.map(({ requirement }) => requirement).filter((id) => covered.has(id))
  return [blamedIn(record), ...new Set([...cases, ...passive])].sort().join('\n')
}

/** The requirements that are blamed, and the checks that stumble. */
function blamedIn(record: JournalRecord): string {
  const blamed = [...new Set(record.findings.map(({ requirement }) => requirement))].sort().join(' ')
  return `${blamed}${problemsIn(record)}`
}

/** Checks that did not say what they need, or that stumble over an answer. */
function problemsIn({ harnessProblems }: JournalRecord): string {
  return [...new Set(harnessProblems.map(({ check }) => check))].sort().join('\n')
}

function killed(by: string, claim: string): MutantOutcome {
  return { state: 'killed', by, claim }
}
