import { incompleteCases } from './document/untested.ts'
import type { ConformanceReport } from './conformance-report.ts'

export type ExitCode = 0 | 1 | 2 | 3

/** 0 nothing violated beyond what is accepted; 1 a violation or a stale deviation; 2 no sound run; 3 complete was asked for and it is not: a case of something documented is untested. */
export function exitCode(
  report: Pick<ConformanceReport, 'verdict' | 'staleDeviations' | 'requirements'>,
  { requireComplete = false }: { readonly requireComplete?: boolean } = {},
): ExitCode {
  if (report.verdict === 'error') return 2
  if (report.verdict === 'non-conformant' || (report.staleDeviations ?? []).length > 0) return 1
  return requireComplete && !isComplete(report) ? 3 : 0
}

function isComplete(report: Pick<ConformanceReport, 'verdict' | 'requirements'>): boolean {
  return report.verdict !== 'incomplete' && incompleteCases(report).length === 0
}
