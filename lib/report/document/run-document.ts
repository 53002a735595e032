import { areas } from '../../contract/requirement.ts'
import type { ConformanceReport, ReportedRequirement, RequirementVerdict } from '../conformance-report.ts'
import { groupByCause, compareWeight, violationsOf, weightOf } from './violations.ts'
import type { CauseGroup, ShownViolation } from './violations.ts'
import { untestedCases, untestedGroups, type UntestedCases, type UntestedGroup } from './untested.ts'

/** The content of all reports of a run, grouped, ranked and shortened once. */
export interface RunDocument {
  readonly report: ConformanceReport
  /** The violations, in the order in which to fix them. */
  readonly violations: readonly ShownViolation[]
  /** The same, grouped by probable cause, in the same order. */
  readonly causes: readonly CauseGroup[]
  readonly areas: readonly AreaCounts[]
  readonly untested: readonly UntestedGroup[]
  readonly untestedCases: readonly UntestedCases[]
}

/** Puts together what the reports of a run say. */
export function runDocument(report: ConformanceReport): RunDocument {
  const violations = violationsOf(report)
  const byMark = [...Map.groupBy(violations, ({ mark }) => mark).values()]
  return {
    report,
    violations,
    causes: byMark.flatMap((alike) =>
      groupByCause(alike, report.target.baseUrl).toSorted((one, other) =>
        compareWeight(weightOf(one.violations), weightOf(other.violations)),
      ),
    ),
    areas: areaCounts(report.requirements),
    untested: untestedGroups(report.requirements),
    untestedCases: untestedCases(report.requirements),
  }
}

export interface AreaCounts extends Readonly<Record<RequirementVerdict, number>> {
  readonly id: string
  readonly title: string
  readonly requirements: readonly ReportedRequirement[]
}

/** The verdicts of each area with requirements, in the order of the catalogue. */
export function areaCounts(requirements: readonly ReportedRequirement[]): AreaCounts[] {
  const byArea = Map.groupBy(requirements, ({ area }): string => area)
  return areas.flatMap(({ id, title }) => {
    const own = byArea.get(id) ?? []
    const count = (verdict: RequirementVerdict): number => own.filter((row) => row.verdict === verdict).length
    if (own.length === 0) return []
    return [
      {
        id,
        title,
        requirements: own,
        conforms: count('conforms'),
        violated: count('violated'),
        untested: count('untested'),
        observed: count('observed'),
      },
    ]
  })
}
