import { parseArgs } from 'node:util'
import fc from 'fast-check'
import { collectChecks } from '../lib/cli/collect-checks.ts'
import { forgetSecrets } from '../lib/client/redactor.ts'
import { faults } from '../proof/faults/catalogue.ts'
import { genericRun } from './generator/generic-run.ts'
import { measuredRun } from './measured-run.ts'
import { separateReference } from './separate-reference.ts'

// What people would take instead: a generator of requests that knows the OpenAPI description and nothing else.
// `node bench/against-a-generator.ts --faults 30 --requests 6000 --seed 1` lets it and the suite look for the same sample of
// deliberate faults, each until something is found, and prints what that took. Faults that show by the clock take part in none.

const { values } = parseArgs({
  options: {
    faults: { type: 'string', default: '30' },
    requests: { type: 'string', default: '6000' },
    seed: { type: 'string', default: '1' },
  },
})
const [size, requests, seed] = [Number(values.faults), Number(values.requests), Number(values.seed)]

/** What one of the two took for a fault. */
interface Search {
  readonly isFound: boolean
  readonly requests: number
  readonly cpuSeconds: number
}

const checks = (await collectChecks()).filter(({ serial }) => !serial)
const soundFailures = new Set<string>()
const suite: Search[] = []
const generator: Search[] = []
for (let failures = -1; failures < soundFailures.size;) {
  failures = soundFailures.size
  for (const failure of await failuresOfSound()) soundFailures.add(failure)
}
console.log(`a sound service shows the generator ${soundFailures.size} failures, which count as none`)
for (const fault of sampleOfFaults()) {
  suite.push(await bySuite(fault))
  generator.push(await byGenerator(fault))
  console.log(`${fault.padEnd(60)} suite ${shown(suite.at(-1))}   generator ${shown(generator.at(-1))}`)
}
console.log(`suite: ${summary(suite)}`)
console.log(`generator: ${summary(generator)}`)

function sampleOfFaults(): readonly string[] {
  const ids = Object.entries(faults).flatMap(([id, { breaks }]) =>
    breaks.some((requirement) => /^(?:RATE|AI)-/.test(requirement)) ? [] : [id],
  )
  const sample = fc.shuffledSubarray(ids, { minLength: size, maxLength: size })
  return fc.sample(sample, { seed, numRuns: 1 })[0] ?? []
}

async function bySuite(fault: string): Promise<Search> {
  forgetSecrets()
  await using reference = await separateReference('', fault)
  const run = await measuredRun({ reference, checks, keeps: false, stopsAtFinding: true })
  return { ...run, isFound: run.violated.length > 0 }
}

async function byGenerator(fault: string): Promise<Search> {
  await using reference = await separateReference('', fault)
  const run = await genericRun(reference, { seed, requests, without: soundFailures })
  return { ...run, isFound: [...run.failures].some((failure) => !soundFailures.has(failure)) }
}

/** With the failures that are known already the run goes on to others. */
async function failuresOfSound(): Promise<ReadonlySet<string>> {
  await using reference = await separateReference()
  return (await genericRun(reference, { seed, requests, without: soundFailures })).failures
}

function shown(search: Search | undefined): string {
  if (!search?.isFound) return 'not found'.padStart(24)
  return `${search.requests} requests, ${search.cpuSeconds.toFixed(1)} s`.padStart(24)
}

function summary(searches: readonly Search[]): string {
  const found = searches.filter(({ isFound }) => isFound)
  const requestsOfHalf = median(found.map((one) => one.requests))
  const secondsOfHalf = median(found.map(({ cpuSeconds }) => cpuSeconds)).toFixed(1)
  return `${found.length} of ${searches.length} faults found, the median of those after ${requestsOfHalf} requests and ${secondsOfHalf} s of CPU`
}

function median(numbers: readonly number[]): number {
  return numbers.toSorted((a, b) => a - b)[numbers.length >> 1] ?? 0
}
