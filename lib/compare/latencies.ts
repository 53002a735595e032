import type { ReportedCoverage } from '../report/conformance-report.ts'
import type { Latency } from './comparison.ts'

/** The median time of each endpoint that both runs asked, those that became slower first: information, and no verdict. */
export function latencies(old: ReportedCoverage, now: ReportedCoverage): Latency[] {
  const before = new Map(old.endpoints.map((row) => [row.endpoint, row.medianMs]))
  return now.endpoints
    .flatMap(({ endpoint, medianMs }) => {
      const oldMs = before.get(endpoint)
      if (oldMs === undefined || oldMs === 0) return []
      return [
        { endpoint, oldMs: rounded(oldMs, 10), newMs: rounded(medianMs, 10), ratio: rounded(medianMs / oldMs, 100) },
      ]
    })
    .toSorted((one, other) => other.ratio - one.ratio)
}

/** A time to a tenth, a ratio to a hundredth: what is measured tells no more. */
function rounded(value: number, parts: 10 | 100): number {
  return Math.round(value * parts) / parts
}
