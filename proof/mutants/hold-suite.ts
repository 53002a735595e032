import fc from 'fast-check'
import type { JournalRecord } from '../../lib/checks/journal.ts'
import type { Check } from '../../lib/run/check.ts'
import { type FaultId, faults, isFaultId, faultOf } from '../faults/catalogue.ts'
import { checksOf } from '../judge/checks-of.ts'
import { dealVariants } from '../judge/deal-variants.ts'
import { judgeReference, type JudgeOptions } from '../judge/judge-reference.ts'
import { showsByTheClock } from '../judge/shows-by-the-clock.ts'
import { type SoundSuite, switchMutant } from './instrumented.ts'
import type { MutantOutcome } from './outcome.ts'

/** A mutant of the suite, and the requirements that its file names. */
interface SuiteMutant {
  readonly id: string
  readonly names: readonly string[]
}

interface Suite {
  readonly checks: readonly Check[]
  readonly sound: SoundSuite
}

const faultsTried = 25
const groupsTried = 8
const variantsInGroup = 25

/**
 * Whether the proof notices a mutant of the suite: checks that are gone, a sound or lawful reference that is accused or of which
 * less is evaluated, a fault that is not found or is blamed on other requirements. Each is tried by the checks that execute the
 * mutated code; a difference counts only if it is gone without the mutant.
 */
export async function holdSuite({ id, names }: SuiteMutant, { checks, sound }: Suite): Promise<MutantOutcome> {
  const lost = sound.titles.find((title) => checks.every((check) => check.title !== title))
  if (lost !== undefined || checks.length !== sound.titles.length) return killed('the checks', `not declared: ${lost}`)
  const executing = checks.filter(({ title }) => sound.reached[title]?.includes(id) === true)
  const isReached = executing.length > 0 || sound.loaded.includes(id)
  if (!isReached && names.length === 0) return survived(false)
  // What modules compute as they are loaded, or what only a fault or a variant reaches, matters to the checks of the requirements
  // that they name, or to any.
  const named = executing.length === 0 ? checksOf(names, checks) : executing
  const concerned = named.length === 0 ? checks : named
  for (const proof of proofs(id, { checks, concerned })) {
    const shown = await proof.show()
    if (shown === proof.due) continue
    switchMutant('')
    const due = proof.due ?? (await proof.show())
    switchMutant(id)
    if (shown !== due) return killed(proof.of, `${shown}, without the mutant ${due}`)
  }
  return survived(isReached)
}

/** One thing that the proof shows of a suite. */
interface Proof {
  readonly of: string
  readonly show: () => Promise<string>
  /** What it shows of a sound suite; `undefined` if only the suite without the mutant tells. */
  readonly due?: string
}

function* proofs(
  id: string,
  { checks, concerned }: { readonly checks: readonly Check[]; readonly concerned: readonly Check[] },
): Generator<Proof> {
  yield { of: 'the sound reference', show: async () => evaluatedIn(await judge({ checks: concerned }), concerned) }
  yield {
    of: 'reads with a single key',
    show: async () => problemsIn(await judge({ checks: concerned, mode: 'read-only', isBare: true })),
    due: '',
  }
  const seed = Number(id.replaceAll(/\D/gu, ''))
  const titles = new Set(concerned.map(({ title }) => title))
  const provenByThem = Object.keys(faults).filter(
    (fault): fault is FaultId =>
      isFaultId(fault) &&
      !showsByTheClock(fault) &&
      checksOf(faultOf(fault).breaks, checks).some(({ title }) => titles.has(title)),
  )
  for (const fault of sampleOf(provenByThem, { size: faultsTried, seed })) {
    const { breaks } = faultOf(fault)
    const show = async () => blamedIn(await judge({ checks: checksOf(breaks, checks), faults: [fault] }))
    yield { of: `the fault ${fault}`, show, due: [...breaks].sort().join(' ') }
  }
  const groups = sampleOf(dealVariants({ seed, size: variantsInGroup }), { size: groupsTried, seed })
  for (const variants of groups)
    yield {
      of: `the variants ${variants.join(', ')}`,
      show: async () => blamedIn(await judge({ checks: concerned, variants })),
      due: '',
    }
}

async function judge(options: JudgeOptions): Promise<JournalRecord> {
  return (await judgeReference(options)).record
}

/** Findings, and which checks evaluated which requirement that they verify. */
function evaluatedIn(record: JournalRecord, checks: readonly Check[]): string {
  const declared = new Set(checks.flatMap(({ title, verifies }) => verifies.map((id) => `${id} ${title}`)))
  const cases = record.evaluations
    .map(({ requirement, check }) => `${requirement} ${check}`)
    .filter((one) => declared.has(one))
  return [blamedIn(record), ...new Set(cases)].sort().join('\n')
}

function blamedIn({ findings }: JournalRecord): string {
  return [...new Set(findings.map(({ requirement }) => requirement))].sort().join(' ')
}

/** Checks that did not say what they need. */
function problemsIn({ harnessProblems }: JournalRecord): string {
  return [...new Set(harnessProblems.map(({ check }) => check))].sort().join('\n')
}

function sampleOf<Entry>(all: readonly Entry[], { size, seed }: { readonly size: number; readonly seed: number }) {
  const length = Math.min(size, all.length)
  const bounds = { minLength: length, maxLength: length }
  return fc.sample(fc.shuffledSubarray([...all], bounds), { numRuns: 1, seed })[0] ?? []
}

function killed(by: string, claim: string): MutantOutcome {
  return { state: 'killed', by, claim }
}

function survived(isReached: boolean): MutantOutcome {
  return { state: 'survived', isReached, exchanges: 0, blocked: [], untested: [] }
}
