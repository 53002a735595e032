import type { ReportedFinding } from './conformance-report.ts'

/** Findings of one requirement that tell the same: the first is shown whole, the others by where they were seen. */
export type FindingGroup = readonly [ReportedFinding, ...ReportedFinding[]]

/** Gathers findings that say the same thing, or that expected and received the same, wherever that was; the plainest first, and of those the most frequent. */
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
  return groups
    .map((group) => plainestFirst(group))
    .sort((one, other) => effort(one[0]) - effort(other[0]) || timesSeen(other) - timesSeen(one))
}

function plainestFirst([first, ...others]: FindingGroup): FindingGroup {
  const plainest = others.reduce((one, other) => (comparePlainness(one, other) > 0 ? other : one), first)
  return [plainest, ...[first, ...others].filter((finding) => finding !== plainest)]
}

function comparePlainness(one: ReportedFinding, other: ReportedFinding): number {
  return effort(one) - effort(other) || parameters(one) - parameters(other) || one.check.length - other.check.length
}

/** How many query parameters the judged request has. */
function parameters({ exchanges }: ReportedFinding): number {
  return exchanges.at(-1)?.url.split(/[?&]/).length ?? 0
}

/** What it takes to follow a finding: the exchanges that lead there, what was generated, and what its transcript needs beside a key. One that tells a cause is read first. */
function effort({ exchanges, counterexample, hint, script }: ReportedFinding): number {
  const needed = (counterexample === undefined ? 0 : 3) + (script?.needs === undefined ? 0 : 2)
  return exchanges.length + needed - (hint === undefined ? 0 : 1)
}

function timesSeen(group: FindingGroup): number {
  return group.reduce((sum, { occurrences }) => sum + occurrences, 0)
}

function tellTheSame(one: ReportedFinding, other: ReportedFinding): boolean {
  if ((one.known === undefined) !== (other.known === undefined)) return false
  return one.claim === other.claim || (one.expected === other.expected && one.received === other.received)
}
