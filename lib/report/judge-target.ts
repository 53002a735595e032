import type { ConformanceReport, ReportedRequirement, TargetVerdict } from './conformance-report.ts'
import { incompleteCases } from './document/untested.ts'

interface Circumstances {
  /** The run was not possible, the suite has a bug, or nothing was sent. */
  readonly failed: boolean
  /** Most checks had no answer: requirements without findings were hardly evaluated. */
  readonly unanswered: boolean
  /** Answers are missing because of the network, so nothing is complete. */
  readonly interrupted: boolean
  /** Only a part of the catalogue was asked for. */
  readonly selected: boolean
}

/** A violated requirement that fails the run: it counts, and not all of its findings are accepted. */
export function failsTheRun(requirement: ReportedRequirement): boolean {
  return (
    requirement.verdict === 'violated' &&
    requirement.counts !== false &&
    requirement.findings.some((finding) => !finding.known)
  )
}

/** The verdict of the target from those of its requirements; problems of the run itself come first. */
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

/**
 * 0: nothing violated except accepted deviations; 1: a violation or a stale deviation; 2: no valid run; 3: `--require-complete`,
 * and a documented case is untested.
 */
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
