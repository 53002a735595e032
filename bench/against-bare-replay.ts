import { forgetSecrets } from '../lib/client/redactor.ts'
import type { Check } from '../lib/run/check.ts'
import { bareReplay, type Replay } from './bare-replay.ts'
import type { Measure } from './measure.ts'
import { measuredRun, type MeasuredRun } from './measured-run.ts'
import { separateReference } from './separate-reference.ts'

/** Side by side so often, that a moment in which the machine is busy with something else counts little. */
const rounds = 3

/** The run beside the bare sending of its requests. Checks that wait for a window or a clock are left out. */
export async function againstBareReplay(checks: readonly Check[]): Promise<Measure> {
  const hurried = checks.filter(({ serial }) => !serial)
  // The first run compiles what the others run.
  await measureOnFresh(hurried)
  const runs: MeasuredRun[] = []
  const replays: Replay[] = []
  for (let round = 0; round < rounds; round += 1) {
    const run = await measureOnFresh(hurried)
    await using reference = await separateReference()
    runs.push(run)
    replays.push(await bareReplay(run.exchanges, reference))
  }
  const [run, bare] = [median(runs), median(replays)]
  return {
    name: 'run : bare replay of its requests',
    ratio: run.seconds / bare.seconds,
    budget: 1.5,
    details: `${run.seconds.toFixed(2)} s : ${bare.seconds.toFixed(2)} s, ${run.exchanges.length} requests, ${Math.round(bare.alike * 100)} % answered alike`,
  }
}

function median<Timed extends { readonly seconds: number }>(measured: readonly Timed[]): Timed {
  const [middle] = measured.toSorted((one, other) => one.seconds - other.seconds).slice(measured.length >> 1)
  if (middle === undefined) throw new Error('nothing was measured')
  return middle
}

async function measureOnFresh(checks: readonly Check[]): Promise<MeasuredRun> {
  forgetSecrets()
  await using reference = await separateReference()
  return await measuredRun({ reference, checks })
}
