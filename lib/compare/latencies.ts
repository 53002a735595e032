import type { ReportedCoverage } from '../report/conformance-report.ts'
import type { Latency } from './comparison.ts'

/** The median time of each endpoint that both runs asked, those that became slower first: information, and no verdict. */
export function latencies(old: ReportedCoverage, now: ReportedCoverage): Latency[] {
  const before = new Map(old.endpoints.map((row) => [row.endpoint, row.medianMs]))
  return now.endpoints
    .flatMap(({ endpoint, medianMs }) => {
      const oldMs = before.get(endpoint)
      if (oldMs === undefined || oldMs === 0) return []
      return [{ endpoint, oldMs, newMs: medianMs, ratio: Math.round((medianMs / oldMs) * 100) / 100 }]
    })
    .toSorted((one, other) => other.ratio - one.ratio)
}
