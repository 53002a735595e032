import { collectChecks } from '../lib/cli/collect-checks.ts'
import { againstBareReplay } from './against-bare-replay.ts'
import type { Measure } from './measure.ts'
import { ofTheCommand } from './of-the-command.ts'
import { underLatency } from './under-latency.ts'
import { underRateLimit } from './under-rate-limit.ts'
import { withManyProducts } from './with-many-products.ts'

/** Prints what the suite adds to the cost of its requests, as ratios beside their budgets. A machine under load fails no build. */
const checks = await collectChecks()
for (const measure of [ofTheCommand, againstBareReplay, underLatency, underRateLimit, withManyProducts])
  for (const one of [await measure(checks)].flat()) print(one)

function print({ name, ratio, spread, budget, details }: Measure): void {
  const verdict = ratio <= budget ? 'within' : 'BEYOND'
  const range = spread === undefined ? '' : spread.map((one) => one.toFixed(2)).join(' to ')
  const figures = `${ratio.toFixed(2).padStart(6)}  ${verdict} ${budget.toFixed(2)}  ${range.padEnd(12)}`
  console.log(`${name.padEnd(48)} ${figures} ${details === '' ? '' : `(${details})`}`.trimEnd())
}
