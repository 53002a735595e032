import { isRequirementId, type RequirementId } from '../contract/requirement.ts'
import type { ConformanceReport, ReportedRequirement } from '../report/conformance-report.ts'
import { RunError } from '../config/errors.ts'

/** What was left out on purpose, or has no check: looking again would show nothing new. */
const notWorthwhile = new Set<string | undefined>(['not-selected', 'not-written'])

/** The tag expression of what a report shows as violated, blocked or untested. Throws `RunError` where there is nothing of it. */
export function rerunSelection({ requirements }: Pick<ConformanceReport, 'requirements'>, path: string): string {
  const ids = requirements
    .filter((requirement) => wantsAnotherLook(requirement))
    .map(({ id }): string => id)
    .filter((id): id is RequirementId => isRequirementId(id))
  if (ids.length === 0) throw new RunError(`nothing in ${path} was violated, blocked or untested: nothing to run again`)
  return ids.join(' || ')
}

function wantsAnotherLook({ verdict, untested }: ReportedRequirement): boolean {
  return verdict === 'violated' || (verdict === 'untested' && !notWorthwhile.has(untested?.reason))
}
