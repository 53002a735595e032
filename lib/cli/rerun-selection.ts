import { isRequirementId, type RequirementId } from '../contract/requirement.ts'
import type { ConformanceReport, ReportedRequirement } from '../report/conformance-report.ts'
import { RunError } from '../config/errors.ts'

/** Excluded on purpose, or without a check: another run would show nothing new. */
const notWorthwhile = new Set<string | undefined>(['not-selected', 'not-written'])

/** The tag expression of everything that a report shows as violated, blocked or untested. Throws `RunError` if there is nothing. */
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
