import type { ReportedRequirement, TargetVerdict } from './conformance-report.ts'

export interface Circumstances {
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
