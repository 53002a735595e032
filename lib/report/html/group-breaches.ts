import type { ReportedFinding } from '../conformance-report.ts'

/** Findings of one requirement that tell the same: the first is shown whole, the others by where they were seen. */
export type Breach = readonly [ReportedFinding, ...ReportedFinding[]]

/** Gathers findings that say the same thing, or that expected and received the same, wherever that was; the most frequent first. */
export function groupBreaches(findings: readonly ReportedFinding[]): Breach[] {
  let groups: Breach[] = []
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

function timesSeen(breach: Breach): number {
  return breach.reduce((sum, { occurrences }) => sum + occurrences, 0)
}

function tellTheSame(one: ReportedFinding, other: ReportedFinding): boolean {
  if ((one.known === undefined) !== (other.known === undefined)) return false
  return one.message === other.message || (one.expected === other.expected && one.actual === other.actual)
}
