import { collectChecks } from '../lib/cli/collect-checks.ts'
import { againstBareReplay } from './against-bare-replay.ts'
import { firstFindings } from './first-findings.ts'
import type { Measure } from './measure.ts'
import { ofTheCommand } from './of-the-command.ts'
import { ofTheRequests } from './requests.ts'
import { underLatency } from './under-latency.ts'
import { underRateLimit } from './under-rate-limit.ts'
import { withManyProducts } from './with-many-products.ts'

const parts = {
  requests: ofTheRequests,
  'first-findings': firstFindings,
  command: ofTheCommand,
  replay: againstBareReplay,
  latency: underLatency,
  'rate-limit': underRateLimit,
  'many-products': withManyProducts,
}

/** Prints what the suite adds to the cost of its requests, as ratios beside their budgets. A machine under load fails no build. */
const named = process.argv.slice(2)
const unknown = named.filter((name) => !Object.hasOwn(parts, name))
if (unknown.length > 0)
  throw new Error(`no part is called ${unknown.join(' ')}: there are ${Object.keys(parts).join(' ')}`)
const checks = await collectChecks()
for (const [name, measure] of Object.entries(parts))
  if (named.length === 0 || named.includes(name)) for (const one of [await measure(checks)].flat()) print(one)

function print({ name, ratio, spread, budget, details }: Measure): void {
  const verdict = ratio <= budget ? 'within' : 'BEYOND'
  const range = spread === undefined ? '' : spread.map((one) => one.toFixed(2)).join(' to ')
  const figures = `${ratio.toFixed(2).padStart(6)}  ${verdict} ${budget.toFixed(2)}  ${range.padEnd(12)}`
  console.log(`${name.padEnd(48)} ${figures} ${details === '' ? '' : `(${details})`}`.trimEnd())
}
