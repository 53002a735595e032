import type { ReportedFinding } from '../conformance-report.ts'

/** Findings of one requirement that tell the same: the first is shown whole, the others by where they were seen. */
export type FindingGroup = readonly [ReportedFinding, ...ReportedFinding[]]

/** Gathers findings that say the same thing, or that expected and received the same, wherever that was; the most frequent first. */
export function findingGroups(findings: readonly ReportedFinding[]): FindingGroup[] {
  let groups: FindingGroup[] = []
  for (const finding of findings) {
    const joined = groups.filter((group) => group.some((other) => tellTheSame(finding, other)))
    const [first, ...others] = joined
    groups = first
      ? groups.flatMap((group) => {
          if (group === first) return [[...first, ...others.flat(), finding]]
          return others.includes(group) ? [] : [group]
        })
      : [...groups, [finding]]
  }
  return groups.sort((one, other) => timesSeen(other) - timesSeen(one))
}

function timesSeen(group: FindingGroup): number {
  return group.reduce((sum, { occurrences }) => sum + occurrences, 0)
}

function tellTheSame(one: ReportedFinding, other: ReportedFinding): boolean {
  if ((one.known === undefined) !== (other.known === undefined)) return false
  return one.claim === other.claim || (one.expected === other.expected && one.received === other.received)
}
