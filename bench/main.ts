import { collectChecks } from '../lib/cli/collect-checks.ts'
import { againstBareReplay } from './against-bare-replay.ts'
import { underLatency } from './under-latency.ts'
import { underRateLimit } from './under-rate-limit.ts'
import { withManyProducts } from './with-many-products.ts'
import type { Measure } from './measure.ts'

/** Prints what the suite adds to the cost of its requests, as ratios beside their budgets. A machine under load fails no build. */
const started = performance.now()
const checks = await collectChecks()
console.log(`${checks.length} checks imported in ${((performance.now() - started) / 1000).toFixed(1)} s`)
for (const measure of [againstBareReplay, underLatency, underRateLimit, withManyProducts]) print(await measure(checks))

function print({ name, ratio, budget, details }: Measure): void {
  const verdict = ratio <= budget ? 'within' : 'BEYOND'
  console.log(`${name.padEnd(44)} ${ratio.toFixed(2).padStart(6)}  ${verdict} ${budget.toFixed(2)}  (${details})`)
}
