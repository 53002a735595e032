import type { Check } from '../lib/run/check.ts'
import { latencyProxy } from './latency-proxy.ts'
import { longestChain } from './longest-chain.ts'
import type { Measure } from './measure.ts'
import { measuredRun } from './measured-run.ts'
import { separateReference } from './separate-reference.ts'

const latency = 0.1
const concurrency = 32

/** The run against a distant target, beside what its latency alone costs. */
export async function underLatency(checks: readonly Check[]): Promise<Measure> {
  const hurried = checks.filter(({ serial }) => !serial)
  await using service = await separateReference()
  await using proxy = await latencyProxy(service.baseUrl, latency * 1000)
  const reference = { ...service, baseUrl: proxy.baseUrl }
  const { seconds, exchanges } = await measuredRun({ reference, checks: hurried, concurrency })
  const chain = longestChain(exchanges, hurried)
  const least = Math.max(chain * latency, (exchanges.length * latency) / concurrency)
  return {
    name: '100 ms latency : what it costs at least',
    ratio: seconds / least,
    budget: 1.25,
    details: `${seconds.toFixed(2)} s : ${least.toFixed(2)} s, ${exchanges.length} requests, longest chain ${chain}`,
  }
}
