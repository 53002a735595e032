import { forgetSecrets } from '../lib/client/redactor.ts'
import type { Check } from '../lib/run/check.ts'
import { bareReplay, type Replay } from './bare-replay.ts'
import type { Measure } from './measure.ts'
import { measuredRun, type MeasuredRun } from './measured-run.ts'
import { rounds, spreadOf } from './rounds.ts'
import { separateReference } from './separate-reference.ts'

/** Of ten runs the first four cost more CPU than those after them. */
const roundsToWarmUp = 4

interface Round {
  readonly run: MeasuredRun
  readonly bare: Replay
}

/** The engine beside the bare sending of its requests. Checks that wait for a window or a clock are left out. */
export async function againstBareReplay(checks: readonly Check[]): Promise<readonly Measure[]> {
  const hurried = checks.filter(({ serial }) => !serial)
  // What this run has sent is what bare undici sends.
  const recorded = await runOnFresh(hurried, true)
  // Each gets cheaper until V8 has compiled what it runs: of one that is not so far, the other would look cheap or dear.
  for (let round = 1; round < roundsToWarmUp; round += 1) await runOnFresh(hurried, false)
  for (let round = 0; round < roundsToWarmUp; round += 1) await onFresh((reference) => bareReplay(recorded, reference))
  const measured: Round[] = []
  for (let round = 0; round < rounds; round += 1)
    measured.push({
      run: await runOnFresh(hurried, false),
      bare: await onFresh((reference) => bareReplay(recorded, reference)),
    })
  return [
    {
      name: 'CPU of the engine : bare undici and JSON.parse',
      ...spreadOf(measured.map(({ run, bare }) => perRequest(run) / perRequest(bare))),
      // A request that serves more cases may cost more: what counts is the CPU of a whole run.
      budget: 2.5,
      details: `${detailsOf(measured, ({ run, bare }) => [perRequest(run), perRequest(bare)], 'ms each')}; ${measured.map(({ run }) => run.cpuSeconds.toFixed(1)).join(', ')} s of CPU a run`,
    },
    {
      name: 'time of the engine : bare undici and JSON.parse',
      ...spreadOf(measured.map(({ run, bare }) => run.seconds / bare.seconds)),
      budget: 1.5,
      details: detailsOf(measured, ({ run, bare }) => [run.seconds, bare.seconds], 's'),
    },
  ]
}

async function runOnFresh(checks: readonly Check[], keeps: boolean): Promise<MeasuredRun> {
  forgetSecrets()
  return onFresh((reference) => measuredRun({ reference, checks, keeps }))
}

async function onFresh<Result>(
  work: (reference: Awaited<ReturnType<typeof separateReference>>) => Promise<Result>,
): Promise<Result> {
  await using reference = await separateReference()
  return await work(reference)
}

/** Milliseconds of CPU. */
function perRequest({ cpuSeconds, requests }: Pick<MeasuredRun, 'cpuSeconds' | 'requests'>): number {
  return (cpuSeconds * 1000) / requests
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
  return `${pairs.join(', ')} ${unit}, ${first?.run.requests} requests, ${alike} % answered alike`
}
