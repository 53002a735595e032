import { startLatencyProxy } from './latency-proxy.ts'
import { startReferenceProcess } from './reference-process.ts'
import { replay } from './replay.ts'
import { runSuite, type SuiteRun } from './run-suite.ts'

/** Ratios within one run, shown and never judged: machines are shared and noisy. */
interface Row {
  readonly measure: string
  readonly ratio: number
  readonly budget: number
  readonly of: string
}

const latency = 100
const wide = 32
const rows: Row[] = []

{
  const concurrency = 8
  const reference = await startReferenceProcess()
  await runSuite(reference)
  const suite = await runSuite(reference)
  const bare = await replay(suite.exchanges, reference, concurrency)
  await reference.stop()
  rows.push({
    measure: 'standard effort against bare undici replaying the same requests',
    ratio: suite.milliseconds / bare,
    budget: 1.5,
    of: `${Math.round(suite.milliseconds)} ms to ${Math.round(bare)} ms, ${suite.exchanges.length} requests`,
  })
}

{
  const reference = await startReferenceProcess()
  const proxy = await startLatencyProxy(reference.baseUrl, latency)
  const suite = await runSuite(reference, { baseUrl: proxy.baseUrl, concurrency: wide })
  await proxy.stop()
  await reference.stop()
  const least = Math.max(longestChain(suite) * latency, (suite.exchanges.length * latency) / wide)
  rows.push({
    measure: `${latency} ms of latency, ${wide} requests at once`,
    ratio: suite.milliseconds / least,
    budget: 1.25,
    of: `${Math.round(suite.milliseconds)} ms to ${Math.round(least)} ms`,
  })
}

console.table(rows.map(({ measure, ratio, budget, of }) => ({ measure, ratio: ratio.toFixed(2), budget, of })))

/** The most requests that one check sent: its requests wait for one another, but for those of a race. */
function longestChain({ exchanges }: SuiteRun): number {
  const byCheck = Map.groupBy(exchanges, ({ check }) => check)
  return Math.max(...[...byCheck.values()].map((sent) => sent.length))
}
