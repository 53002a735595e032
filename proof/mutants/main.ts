// `npm run mutants -- --sample 300 --seed 1`: how many mutants of a service's rules the suite finds; with `--of suite` how many of
// its own mutants the proof notices.
import { readFileSync, writeFileSync } from 'node:fs'
import fc from 'fast-check'
import pLimit from 'p-limit'
import { instrument } from './instrument.ts'
import type { Mutant } from './mutant.ts'
import { mutatedCode } from './mutated-service.ts'
import { dueToMutant } from './due-to-mutant.ts'
import type { MutantOutcome, Result, Survived } from './outcome.ts'
import { summaryOf } from './summary.ts'
import { readOptions } from '../read-options.ts'
import { reasonFor } from './survivors.ts'
import { tryMutant } from './try-mutant.ts'

const { values } = readOptions({
  usage:
    'npm run mutants -- [options]\nLists the mutants of a service that the suite does not find, or those of the suite that the proof does not notice.',
  options: {
    of: { type: 'string', default: 'reference' },
    sample: { type: 'string', default: '300' },
    seed: { type: 'string', default: '1' },
    file: { type: 'string', default: '' },
    mutator: { type: 'string', default: '' },
    parallel: { type: 'string', default: '2' },
    results: { type: 'string' },
    again: { type: 'string' },
  },
  help: {
    of: 'what is mutated: reference (the default), express, pydantic, go or suite',
    sample: 'N mutants (300)',
    seed: 'N of the sample (1)',
    file: 'part of a path, or its end with a line: update-item.ts:36',
    mutator: "the beginning of a mutator's name: Sql for changes of statements",
    parallel: 'N at once (2)',
    results: 'FILE that keeps the results, for --again',
    again: 'FILE of an earlier sample: what was not killed in it is tried again',
  },
})

const { directory, mutants } = await instrument(mutatedCode(values.of))
const earlier = values.again === undefined ? [] : resultsIn(values.again)
const settled = earlier.filter(({ outcome }) => outcome.state === 'killed')
const chosen =
  values.again === undefined
    ? sampleOf(mutants.filter(isAskedFor))
    : earlier.filter((result) => !settled.includes(result)).flatMap(({ mutant }) => todaysMutant(mutant) ?? [])
console.log(`${chosen.length} of ${mutants.length} mutants, seed ${values.seed}`)
const sound = await soundRun()
const turn = pLimit(Number(values.parallel))
const results = [...settled]
await Promise.all(chosen.map((mutant) => turn(async () => note({ mutant, outcome: await attempt(mutant) }))))
console.log(`\n${summaryOf(results)}`)

function isAskedFor({ file, line, mutator }: Mutant): boolean {
  const isInPlace = file.includes(values.file) || `${file}:${line}`.endsWith(values.file)
  return isInPlace && mutator.startsWith(values.mutator)
}

function sampleOf(all: readonly Mutant[]): readonly Mutant[] {
  const length = Math.min(Number(values.sample), all.length)
  const bounds = { minLength: length, maxLength: length }
  return fc.sample(fc.shuffledSubarray([...all], bounds), { numRuns: 1, seed: Number(values.seed) })[0] ?? []
}

function resultsIn(file: string): readonly Result[] {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- an earlier run of this program wrote it
  return JSON.parse(readFileSync(file, 'utf8')) as readonly Result[]
}

/** The same change in the reference as it is now: ids move with every change of it, and lines with those above. */
function todaysMutant({ id, file, line, mutator, original, replacement }: Mutant): Mutant | undefined {
  const same = mutants.filter(
    (one) =>
      one.file === file && one.mutator === mutator && one.original === original && one.replacement === replacement,
  )
  const nearest = same.toSorted((one, other) => Math.abs(one.line - line) - Math.abs(other.line - line))[0]
  return same.find((one) => one.id === id) ?? nearest
}

async function soundRun(): Promise<Survived> {
  const outcome = await tryMutant('', directory, values.of)
  if (outcome.state !== 'survived') throw new Error(`without a mutant the run is ${outcomeText(outcome)}`)
  const { blocked, untested } = outcome
  // The reference brings all that checks need: what is missing there would hide mutants.
  if (values.of === 'reference' && blocked.length + untested.length > 0)
    throw new Error(`without a mutant these are not looked at: ${[...blocked, ...untested].join(', ')}`)
  console.log(`without a mutant ${blocked.length} checks are blocked, and ${untested.length} requirements untested`)
  return outcome
}

/** What becomes of a mutant, without what becomes of the service as it is. */
async function attempt({ id }: Mutant): Promise<MutantOutcome> {
  const outcome = await tryMutant(id, directory, values.of)
  return outcome.state === 'survived' ? dueToMutant(outcome, sound) : outcome
}

function note(result: Result): void {
  results.push(result)
  if (values.results !== undefined) writeFileSync(values.results, JSON.stringify(results, null, 1))
  const { mutant, outcome } = result
  const isInvisible = reasonFor(mutant) !== undefined
  if (outcome.state === (isInvisible ? 'survived' : 'killed')) return
  const change = `${oneLine(mutant.original)}  →  ${oneLine(mutant.replacement)}`
  console.log(`${outcomeText(outcome)} ${mutant.file}:${mutant.line} ${mutant.mutator}: ${change}`)
}

function outcomeText(outcome: MutantOutcome): string {
  const { state } = outcome
  if (state === 'survived') {
    const untested = outcome.untested.length === 0 ? '' : ` (untested: ${outcome.untested.join(', ')})`
    return `${state}${outcome.isReached ? '' : ' (never reached)'}${untested}`
  }
  // Only what is thought to be lawful is told of: either the reason is false, or lawful deployments are accused.
  if (state === 'killed') return `accused (${outcome.by}: ${oneLine(outcome.claim)})`
  return 'reason' in outcome ? `${state} (${oneLine(outcome.reason)})` : state
}

function oneLine(code: string): string {
  const line = code.replaceAll(/\s+/gu, ' ')
  return line.length > 100 ? `${line.slice(0, 99)}…` : line
}
