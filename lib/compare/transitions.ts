import { obstacleText } from '../checks/errors.ts'
import type { ReportedRequirement, RequirementVerdict } from '../report/conformance-report.ts'
import { failsTheRun } from '../report/judge-target.ts'
import type { Comparison, Transition } from './comparison.ts'

export interface Pair {
  readonly old: ReportedRequirement
  readonly new: ReportedRequirement
}

const lookedAt = new Set<RequirementVerdict>(['conforms', 'observed'])

/** The verdicts that differ, by meaning. From violated to untested is not a fix: nothing was evaluated. */
export function transitions(
  pairs: readonly Pair[],
): Pick<Comparison, 'newlyViolated' | 'fixed' | 'newlyUntested' | 'newlyLookedAt'> {
  const changed = pairs.filter((pair) => pair.old.verdict !== pair.new.verdict)
  const those = (matches: (pair: Pair) => boolean): Transition[] =>
    changed.filter(matches).map((pair) => transition(pair))
  return {
    newlyViolated: those((pair) => pair.new.verdict === 'violated'),
    fixed: those((pair) => pair.old.verdict === 'violated' && lookedAt.has(pair.new.verdict)),
    newlyUntested: those((pair) => pair.new.verdict === 'untested'),
    newlyLookedAt: those((pair) => pair.old.verdict === 'untested' && lookedAt.has(pair.new.verdict)),
  }
}

function transition({ old, new: now }: Pair): Transition {
  const why = reasonOf(now)
  return {
    id: now.id,
    kind: now.kind,
    statement: now.statement,
    old: old.verdict,
    new: now.verdict,
    ...(why === undefined ? {} : { why }),
    ...(now.verdict === 'violated' && !failsTheRun(now) ? { accepted: true } : {}),
  }
}

function reasonOf({ untested, findings: [finding] }: ReportedRequirement): string | undefined {
  if (untested) return `${untested.reason}: ${obstacleText(untested)}`
  return finding && `expected ${finding.expected}, received ${finding.received}`
}
