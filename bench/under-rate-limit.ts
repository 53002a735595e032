import { requirements } from '../lib/contract/requirement.ts'
import type { Check } from '../lib/run/check.ts'
import { createControls } from '../reference/controls.ts'
import type { Measure } from './measure.ts'
import { measuredRun } from './measured-run.ts'
import { separateReference } from './separate-reference.ts'

const limit = 60
const windowSeconds = 10
const areas = new Set(['WS', 'HDR'])

/** A part of the suite against a target that allows 60 requests in 10 seconds, beside the time that they take at that rate. */
export async function underRateLimit(checks: readonly Check[]): Promise<Measure> {
  const chosen = checks.filter(({ serial, verifies }) => !serial && verifies.some((id) => areas.has(areaOf(id))))
  await using reference = await separateReference()
  await createControls(reference.controlUrl).setRateLimit({ limit, windowSeconds })
  const { seconds, exchanges, lost } = await measuredRun({ reference, checks: chosen, effort: 'quick' })
  const least = (exchanges.length / limit) * windowSeconds
  return {
    name: '60 requests in 10 s : requests at that rate',
    ratio: seconds / least,
    budget: 1.1,
    details: `${seconds.toFixed(1)} s : ${least.toFixed(1)} s, ${exchanges.length} requests, ${lost} lost verdicts`,
  }
}

function areaOf(id: Check['verifies'][number]): string {
  return requirements.get(id)?.area ?? ''
}
