import { rmSync } from 'node:fs'
import { dirname } from 'node:path'
import type { Check } from '../lib/run/check.ts'
import { crowdedData } from './crowded-data.ts'
import type { Measure } from './measure.ts'
import { measuredRun } from './measured-run.ts'
import { separateReference } from './separate-reference.ts'

/** The requests of a run in a crowded workspace, beside those in a small one. */
export async function withManyProducts(checks: readonly Check[]): Promise<Measure> {
  const hurried = checks.filter(({ serial }) => !serial)
  const few = await requestsWith(60, hurried)
  const many = await requestsWith(20_000, hurried)
  return {
    name: 'requests with 20,000 products : with 60',
    ratio: many / few,
    budget: 1.2,
    details: `${many} : ${few} requests`,
  }
}

async function requestsWith(products: number, checks: readonly Check[]): Promise<number> {
  const path = crowdedData(products)
  try {
    await using reference = await separateReference(path)
    const { exchanges } = await measuredRun({ reference, checks, effort: 'quick' })
    return exchanges.length
  } finally {
    rmSync(dirname(path), { recursive: true, force: true })
  }
}
