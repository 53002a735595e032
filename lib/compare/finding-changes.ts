import type { ReportedRequirement } from '../report/conformance-report.ts'
import type { Change, FindingChange } from './comparison.ts'
import type { Pair } from './transitions.ts'

/** Of requirements that are violated in both runs, the findings that only one of them has. */
export function findingChanges(pairs: readonly Pair[]): FindingChange[] {
  return pairs.flatMap((pair) =>
    pair.old.verdict === 'violated' && pair.new.verdict === 'violated'
      ? [...onlyIn(pair.new, pair.old, 'appeared'), ...onlyIn(pair.old, pair.new, 'disappeared')]
      : [],
  )
}

function onlyIn(one: ReportedRequirement, other: ReportedRequirement, change: Change): FindingChange[] {
  const there = new Set(other.findings.map(({ signature }) => signature))
  return one.findings
    .filter(({ signature }) => !there.has(signature))
    .map(({ signature, claim }) => ({ requirement: one.id, signature, change, message: claim }))
}
