// `npm run mutants -- --sample 300 --seed 1`: how many mutants of the reference's rules the suite finds.
import { spawn } from 'node:child_process'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import fc from 'fast-check'
import pLimit from 'p-limit'
import { instrumentReference, type Mutant } from './instrument.ts'
import type { MutantOutcome } from './outcome.ts'
import { reasonFor } from './survivors.ts'

const { values } = parseArgs({
  options: {
    sample: { type: 'string', default: '300' },
    seed: { type: 'string', default: '1' },
    file: { type: 'string', default: '' },
    parallel: { type: 'string', default: '2' },
  },
})

/** A mutant that never answers is no use to anybody: after this it counts as unusable. */
const longestMs = 240_000

const { directory, mutants } = await instrumentReference()
const chosen = sampleOf(mutants.filter(({ file }) => file.includes(values.file)))
console.log(`${chosen.length} of ${mutants.length} mutants, seed ${values.seed}`)
const turn = pLimit(Number(values.parallel))
const results = await Promise.all(chosen.map((mutant) => turn(async () => tell(mutant, await outcomeOf(mutant)))))
summarize(results)

function sampleOf(all: readonly Mutant[]): readonly Mutant[] {
  const length = Math.min(Number(values.sample), all.length)
  const bounds = { minLength: length, maxLength: length }
  return fc.sample(fc.shuffledSubarray([...all], bounds), { numRuns: 1, seed: Number(values.seed) })[0] ?? []
}

async function outcomeOf({ id }: Mutant): Promise<MutantOutcome> {
  const script = fileURLToPath(new URL('run-mutant.ts', import.meta.url))
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', script, directory], {
    env: { ...process.env, __STRYKER_ACTIVE_MUTANT__: id },
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  const timer = setTimeout(() => child.kill('SIGKILL'), longestMs)
  const printed = await text(child.stdout)
  clearTimeout(timer)
  const line = printed.split('\n').find((one) => one.startsWith('{"state"'))
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- run-mutant.ts is the one that prints it
  return line === undefined ? { state: 'unusable', reason: 'no answer' } : (JSON.parse(line) as MutantOutcome)
}

interface Result {
  readonly mutant: Mutant
  readonly outcome: MutantOutcome
  readonly reason: string | undefined
}

function tell(mutant: Mutant, outcome: MutantOutcome): Result {
  const reason = outcome.state === 'survived' ? reasonFor(mutant) : undefined
  if (outcome.state === 'survived' && reason === undefined) {
    const place = `${mutant.file}:${mutant.line}`
    const change = `${oneLine(mutant.original)}  →  ${oneLine(mutant.replacement)}`
    console.log(`survived ${place} ${mutant.mutator}${outcome.isReached ? '' : ' (never reached)'}: ${change}`)
  }
  return { mutant, outcome, reason }
}

function summarize(all: readonly Result[]): void {
  const of = (state: MutantOutcome['state']): readonly Result[] => all.filter(({ outcome }) => outcome.state === state)
  const survivors = of('survived')
  const invisible = survivors.filter(({ reason }) => reason !== undefined).length
  const incomplete = of('incomplete').length
  const killed = of('killed').length + of('unusable').length + incomplete
  const visible = all.length - invisible
  const share = visible === 0 ? 0 : (100 * killed) / visible
  console.log(
    `\n${all.length} mutants: ${killed} killed (${incomplete} of them as an incomplete run, ${of('unusable').length} as unusable), ${survivors.length} survived, ` +
      `${invisible} of these seen by no client\n${share.toFixed(1)} % of those that a client can see are killed`,
  )
}

function oneLine(code: string): string {
  const line = code.replaceAll(/\s+/gu, ' ')
  return line.length > 100 ? `${line.slice(0, 99)}…` : line
}
