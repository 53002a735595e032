import type { Finding } from '../checks/finding.ts'
import { isOfFirstVersion } from '../checks/signature-of.ts'
import type { ReportedRequirement } from '../report/conformance-report.ts'
import { requestName } from '../wording/request-words.ts'
import type { Change, FindingChange } from './comparison.ts'
import type { Pair } from './transitions.ts'

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
