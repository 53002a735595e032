import type { Evidence, JournalRecord } from '../checks/journal.ts'
import type { Requirement } from '../contract/requirement.ts'
import type { Obstacle } from '../checks/errors.ts'
import type { ReportedEvidence, ReportedRequirement, RequirementVerdict } from './conformance-report.ts'
import { shortened } from './escape.ts'
import { type SeenCases, casesOf, notReached, notSelected, mostTelling } from './cases-of.ts'
import type { RunFacts } from './run-facts.ts'
import type { ExchangeSummary } from '../client/summarize-exchange.ts'
import type { Finding } from '../checks/finding.ts'
import { replayLine } from '../config/replay-command.ts'
import { accepts, isExpired, signaturesIn } from './known-deviations.ts'

const longestValue = 500

/** What a run has observed of one requirement. */
export type Seen = Pick<JournalRecord, 'findings' | 'observations'> &
  SeenCases & { readonly evidence?: Evidence | undefined }

/** The verdict of one requirement with its evidence; an open one is never violated. */
export function judgeRequirement(requirement: Requirement, seen: Seen, run: RunFacts): ReportedRequirement {
  const verdict = verdictOf(requirement, seen)
  const findings = verdict === 'violated' ? seen.findings.map((finding) => reportFinding(finding, run)) : []
  const unknownFirst = [...findings.filter((finding) => !finding.known), ...findings.filter((finding) => finding.known)]
  return {
    id: requirement.id,
    area: requirement.area,
    kind: requirement.kind,
    statement: requirement.statement,
    source: requirement.source,
    verdict,
    checks: new Set([...seen.evaluations, ...seen.findings].map(({ check }) => check)).size,
    cases: casesOf(requirement.id, seen, run),
    counts: run.documentedOnly === true && requirement.kind === 'implied' ? false : undefined,
    untested: verdict === 'untested' ? whyUntested(requirement, seen, run) : undefined,
    findings: unknownFirst,
    evidence: verdict === 'untested' ? undefined : reportEvidence(verdict, seen),
    observations: observationsOf(seen),
  }
}

function verdictOf(requirement: Requirement, seen: Seen): RequirementVerdict {
  if (requirement.kind === 'open')
    return seen.evaluations.length + seen.observations.length > 0 ? 'observed' : 'untested'
  if (seen.findings.length > 0) return 'violated'
  // If there is a finding, checks without one are no evidence, whatever explains the finding.
  if (seen.untested.some(({ isConsequence }) => isConsequence)) return 'untested'
  return seen.evaluations.length > 0 ? 'conforms' : 'untested'
}

function whyUntested(requirement: Requirement, seen: Seen, run: RunFacts): Obstacle {
  const told = mostTelling(seen.untested.filter(({ isConsequence }) => isConsequence)) ?? mostTelling(seen.untested)
  if (told) return told
  const leftOut = run.selected?.has(requirement.id) === true ? undefined : notSelected(run)
  const unwritten: Obstacle = { reason: 'not-written', cause: 'this version has no check of the requirement' }
  return leftOut ?? notReached(run) ?? unwritten
}

function observationsOf(seen: Seen): ReportedRequirement['observations'] {
  const distinct = new Map(
    seen.observations.map(({ name, value }) => [`${name}\n${value}`, { name, value: shortened(value, longestValue) }]),
  )
  return [...distinct.values()]
}

const longestBody = 200
/** Further names of checks tell a reader little; their number is shown separately. */
const checksKept = 4
/** The headers that matter for most requirements, and common ones that only some areas are about. */
const tellingHeader = /^(?:authorization|content-(?:type|disposition))$/
const sharedHeader = /^x-(?:request-id|ratelimit-\w+)$/
const aboutSharedHeaders = /^(?:HDR|RATE|ERR)-/

type EvaluatedBy = ReportedEvidence['checks'][number]

/** The evidence of a requirement in short form; the exchange of a violated one is shown with its findings. */
function reportEvidence(
  verdict: RequirementVerdict,
  { evaluations, evidence }: Pick<JournalRecord, 'evaluations'> & { readonly evidence?: Evidence | undefined },
): ReportedEvidence {
  const byCheck = Map.groupBy(evaluations, ({ check }) => check)
  const checks = [...byCheck].map(([check, places]) => ({
    check,
    cases: places.flatMap((place) => place.case ?? []).sort(),
  }))
  return {
    checks: checks.sort(madeForItFirst).slice(0, checksKept),
    endpoints: evidence?.endpoints ?? [],
    exchange: evidence && verdict !== 'violated' ? inShort(evidence) : undefined,
  }
}

/** A passive check, which has places, says less about a requirement than one that was written for it. */
function madeForItFirst(one: EvaluatedBy, other: EvaluatedBy): number {
  return one.cases.length - other.cases.length || (one.check < other.check ? -1 : 1)
}

function inShort({ requirement, exchange }: Evidence): ExchangeSummary {
  const telling = aboutSharedHeaders.test(requirement) ? [tellingHeader, sharedHeader] : [tellingHeader]
  return {
    ...exchange,
    requestHeaders: named(exchange.requestHeaders, telling),
    requestBody: shortened(exchange.requestBody, longestBody),
    responseHeaders: named(exchange.responseHeaders, telling),
    responseBody: shortened(exchange.responseBody, longestBody),
  }
}

function named(headers: ExchangeSummary['requestHeaders'], names: readonly RegExp[]): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers)
      .filter(([name]) => names.some((one) => one.test(name)))
      .map(([name, value]) => [name, shortened(value, longestBody)]),
  )
}

const longestText = 2000
const longestCounterexample = 4000
const longestInput = 200
const triedShown = 30
const longestCommand = 20_000
const exchangesKept = 5
/** In addition to those that are compared, of which a race has many. */
const exchangesAtMost = 20

/** A finding as the reports show it: bounded texts, the judged exchange last, and how to reproduce it. */
function reportFinding(finding: Finding, run: RunFacts): Finding {
  const { counterexample, tried, ...told } = finding
  const replay = replayLine(finding.requirement, run.reportsDirectory)
  const known = knownBy(finding, run)
  return {
    ...told,
    claim: shortened(finding.claim, longestText),
    expected: shortened(finding.expected, longestText),
    received: shortened(finding.received, longestText),
    ...(counterexample === undefined ? {} : { counterexample: shortened(counterexample, longestCounterexample) }),
    ...(tried && {
      tried: tried.slice(0, triedShown).map((one) => ({ ...one, value: shortened(one.value, longestInput) })),
    }),
    exchanges: exchangesShown(finding.exchanges),
    reproduce: reproduction(finding) ?? replay,
    replay,
    ...(known === undefined ? {} : { known }),
  }
}

/** All exchanges that are compared, and the last of those before. */
function exchangesShown(exchanges: readonly ExchangeSummary[]): readonly ExchangeSummary[] {
  const steps = exchanges.filter(({ isCompared }) => !isCompared)
  const left = new Set(steps.slice(0, -exchangesKept))
  return exchanges.filter((exchange) => !left.has(exchange)).slice(-exchangesAtMost)
}

/** Half a command is worse than none: its quotes would not close. */
function reproduction({ reproduce }: Finding): string | undefined {
  return reproduce !== '' && reproduce.length <= longestCommand ? reproduce : undefined
}

function knownBy(finding: Finding, run: RunFacts): Finding['known'] {
  const today = run.target.startedAt.slice(0, 10)
  const accepting = run.deviations?.filter((entry) => accepts(entry, finding) && !isExpired(entry, today))
  const deviation =
    accepting?.find(({ signature }) => signaturesIn(signature)?.includes(finding.signature)) ?? accepting?.[0]
  if (!deviation) return undefined
  const { reason, owner, expires } = deviation
  return { reason, owner, expires }
}
