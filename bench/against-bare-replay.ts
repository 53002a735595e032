import type { Check } from '../lib/run/check.ts'
import { bareReplay } from './bare-replay.ts'
import type { Measure } from './measure.ts'
import { measuredRun, type MeasuredRun } from './measured-run.ts'
import { separateReference } from './separate-reference.ts'

/** The run beside the bare sending of its requests. Checks that wait for a window or a clock are left out. */
export async function againstBareReplay(checks: readonly Check[]): Promise<Measure> {
  const hurried = checks.filter(({ alone }) => !alone)
  // The first run compiles what the second one runs.
  await measureOnFresh(hurried)
  const { seconds, exchanges } = await measureOnFresh(hurried)
  await using reference = await separateReference()
  const bare = await bareReplay(exchanges, reference)
  return {
    name: 'run : bare replay of its requests',
    ratio: seconds / bare.seconds,
    budget: 1.5,
    details: `${seconds.toFixed(2)} s : ${bare.seconds.toFixed(2)} s, ${exchanges.length} requests, ${Math.round(bare.alike * 100)} % answered alike`,
  }
}

async function measureOnFresh(checks: readonly Check[]): Promise<MeasuredRun> {
  await using reference = await separateReference()
  return await measuredRun({ reference, checks })
}
