import type { ConformanceReport } from './conformance-report.ts'

/** The text of `conformance.json`. */
export function conformanceJson(report: ConformanceReport): string {
  return `${JSON.stringify(report, undefined, 2)}\n`
}
