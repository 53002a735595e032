import { obstacleText } from '../checks/errors.ts'
import type { ReportedRequirement, RequirementVerdict } from '../report/conformance-report.ts'
import { failsTheRun } from '../report/judge-target.ts'
import type { Comparison, Transition, Change, FindingChange } from './comparison.ts'
import type { Finding } from '../checks/finding.ts'
import { isOfFirstVersion } from '../checks/signature-of.ts'
import { requestName } from '../wording/request-words.ts'

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

/** For requirements that are violated in both runs, the findings of only one of them. */
export function findingChanges(pairs: readonly Pair[]): FindingChange[] {
  return pairs.flatMap((pair) =>
    pair.old.verdict === 'violated' && pair.new.verdict === 'violated'
      ? [...onlyIn(pair.new, pair.old, 'appeared'), ...onlyIn(pair.old, pair.new, 'disappeared')]
      : [],
  )
}

/** Whether findings of the two runs are distinguished by endpoint, because their signatures have different forms. */
export function areMatchedByEndpoint(pairs: readonly Pair[]): boolean {
  return pairs.some((pair) => hasFirst(pair.old)) !== pairs.some((pair) => hasFirst(pair.new))
}

function hasFirst({ findings }: ReportedRequirement): boolean {
  return findings.some(({ signature }) => isOfFirstVersion(signature))
}

function onlyIn(one: ReportedRequirement, other: ReportedRequirement, change: Change): FindingChange[] {
  return one.findings
    .filter((finding) => !other.findings.some((known) => isSame(finding, known)))
    .map(({ signature, claim }) => ({ requirement: one.id, signature, change, message: claim }))
}

/** Findings of one requirement: signatures of 0.1.0 cannot be compared with present ones. */
function isSame(one: Finding, other: Finding): boolean {
  if (isOfFirstVersion(one.signature) === isOfFirstVersion(other.signature)) return one.signature === other.signature
  return endpointOf(one) === endpointOf(other)
}

function endpointOf({ exchanges }: Finding): string | undefined {
  const judged = exchanges.at(-1)
  return judged && requestName({ method: judged.method, path: new URL(judged.url).pathname })
}
