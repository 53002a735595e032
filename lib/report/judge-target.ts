import type { ConformanceReport, ReportedRequirement, TargetVerdict } from './conformance-report.ts'
import { incompleteCases } from './document/untested.ts'

interface Circumstances {
  /** The run could not be made, the suite is at fault, or nothing was sent. */
  readonly failed: boolean
  /** Most checks had no answer: what nothing was found in was hardly evaluated. */
  readonly unanswered: boolean
  /** Answers are missing because of the network, so nothing can be called complete. */
  readonly interrupted: boolean
  /** Only a part of the catalogue was asked for. */
  readonly selected: boolean
}

/** A violated requirement that fails the run: it counts, and not every finding of it is accepted for now. */
export function failsTheRun(requirement: ReportedRequirement): boolean {
  return (
    requirement.verdict === 'violated' &&
    requirement.counts !== false &&
    requirement.findings.some((finding) => !finding.known)
  )
}

/** The verdict of the target from those of its requirements; what makes the run itself doubtful comes first. */
export function judgeTarget(
  requirements: readonly ReportedRequirement[],
  { failed, unanswered, interrupted, selected }: Circumstances,
): TargetVerdict {
  if (failed) return 'error'
  if (requirements.some(failsTheRun)) return 'non-conformant'
  if (unanswered) return 'error'
  if (interrupted || selected) return 'incomplete'
  return requirements.some(({ kind, verdict }) => kind === 'documented' && verdict === 'untested')
    ? 'incomplete'
    : 'conformant'
}

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
