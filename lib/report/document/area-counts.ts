import { areas } from '../../contract/requirement.ts'
import type { ReportedRequirement, RequirementVerdict } from '../conformance-report.ts'

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
