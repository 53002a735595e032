import { forgetSecrets } from '../lib/client/redactor.ts'
import type { Check } from '../lib/run/check.ts'
import { bareReplay, type Replay } from './bare-replay.ts'
import type { Measure } from './measure.ts'
import { measuredRun, type MeasuredRun } from './measured-run.ts'
import { rounds, spreadOf } from './rounds.ts'
import { separateReference } from './separate-reference.ts'

interface Round {
  readonly run: MeasuredRun
  readonly bare: Replay
}

/** The engine beside the bare sending of its requests. Checks that wait for a window or a clock are left out. */
export async function againstBareReplay(checks: readonly Check[]): Promise<readonly Measure[]> {
  const hurried = checks.filter(({ serial }) => !serial)
  // The first run compiles what the others run.
  await onceEach(hurried)
  const measured: Round[] = []
  for (let round = 0; round < rounds; round += 1) measured.push(await onceEach(hurried))
  return [
    {
      name: 'CPU of the engine : bare undici and JSON.parse',
      ...spreadOf(measured.map(({ run, bare }) => run.cpuSeconds / bare.cpuSeconds)),
      budget: 2,
      details: detailsOf(measured, ({ run, bare }) => [perExchange(run), perExchange({ ...run, ...bare })], 'ms each'),
    },
    {
      name: 'time of the engine : bare undici and JSON.parse',
      ...spreadOf(measured.map(({ run, bare }) => run.seconds / bare.seconds)),
      budget: 1.5,
      details: detailsOf(measured, ({ run, bare }) => [run.seconds, bare.seconds], 's'),
    },
  ]
}

async function onceEach(checks: readonly Check[]): Promise<Round> {
  forgetSecrets()
  const run = await onFresh((reference) => measuredRun({ reference, checks }))
  return { run, bare: await onFresh((reference) => bareReplay(run.exchanges, reference)) }
}

async function onFresh<Result>(
  work: (reference: Awaited<ReturnType<typeof separateReference>>) => Promise<Result>,
): Promise<Result> {
  await using reference = await separateReference()
  return await work(reference)
}

/** Milliseconds of CPU. */
function perExchange({ cpuSeconds, exchanges }: Pick<MeasuredRun, 'cpuSeconds' | 'exchanges'>): number {
  return (cpuSeconds * 1000) / exchanges.length
}

function detailsOf(
  measured: readonly Round[],
  pairOf: (round: Round) => readonly [number, number],
  unit: string,
): string {
  const pairs = measured.map((round) =>
    pairOf(round)
      .map((one) => one.toFixed(2))
      .join(' : '),
  )
  const [first] = measured
  const alike = Math.round((first?.bare.alike ?? 0) * 100)
  return `${pairs.join(', ')} ${unit}, ${first?.run.exchanges.length} requests, ${alike} % answered alike`
}
