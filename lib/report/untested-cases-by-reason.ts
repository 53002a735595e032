import type { UntestedReason } from '../checks/errors.ts'
import type { ReportedRequirement, UntestedCase } from './conformance-report.ts'

export interface UntestedCases {
  readonly reason: UntestedReason
  readonly cases: ReadonlyArray<UntestedCase & { readonly id: string }>
}

/** What nothing looked at of requirements that were looked at elsewhere, by reason, the most frequent first. */
export function untestedCasesByReason(requirements: readonly ReportedRequirement[]): readonly UntestedCases[] {
  const untested = requirements
    .filter(({ verdict }) => verdict !== 'untested')
    .flatMap(({ id, cases }) => cases.untested.map((one) => ({ ...one, id })))
  return [...Map.groupBy(untested, ({ reason }) => reason)]
    .map(([reason, cases]) => ({ reason, cases }))
    .toSorted((one, other) => other.cases.length - one.cases.length)
}
