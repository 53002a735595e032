import type { ReportedRequirement, ReportedUntested } from './conformance-report.ts'

export interface UntestedGroup {
  readonly reason: ReportedUntested['reason']
  readonly enable: string
  readonly ids: readonly string[]
}

/** What nothing looked at, gathered by reason and by what would let it run; an enabling text that names one id is told by its first. */
export function untestedByReason(requirements: readonly ReportedRequirement[]): UntestedGroup[] {
  const rows = requirements.flatMap(({ id, untested }) => (untested ? [{ id, untested }] : []))
  const groups = Map.groupBy(rows, ({ untested }) =>
    untested.reason === 'not-selected' ? untested.reason : `${untested.reason}\n${untested.enable}`,
  )
  return [...groups.values()].flatMap((group) => {
    const [first] = group
    return first
      ? [{ reason: first.untested.reason, enable: first.untested.enable, ids: group.map(({ id }) => id) }]
      : []
  })
}
