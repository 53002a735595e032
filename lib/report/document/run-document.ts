import type { ConformanceReport } from '../conformance-report.ts'
import { areaCounts, type AreaCounts } from './area-counts.ts'
import { groupByCause, type CauseGroup } from './causes.ts'
import { untestedCases, untestedGroups, type UntestedCases, type UntestedGroup } from './untested.ts'
import { compareWeight, violationsOf, weightOf, type ShownViolation } from './violations.ts'

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
