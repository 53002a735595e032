import type { ConformanceReport, ReportedRequirement } from '../conformance-report.ts'
import { seriousness, shownFindings, type ShownFinding } from './shown-finding.ts'
import type { ExchangeSummary } from '../../client/summarize-exchange.ts'
import type { Finding } from '../../checks/finding.ts'

/** The mark of a requirement: its verdict, and two kinds of violations that do not fail a run. */
export type Mark = ReportedRequirement['verdict'] | 'known' | 'warning'

/** A violated requirement with its findings, and with what is untested until it is fixed. */
export interface ShownViolation {
  readonly requirement: ReportedRequirement
  readonly mark: Mark
  readonly findings: readonly ShownFinding[]
  /** Cases that are untested until it is fixed, its own and those of others. */
  readonly blocks: number
  /** The requirements that are untested for it. */
  readonly consequences: readonly ReportedRequirement[]
}

/** The mark of a requirement. */
export function markOf({ verdict, findings, counts }: ReportedRequirement): Mark {
  if (verdict !== 'violated') return verdict
  if (findings.every(({ known }) => known)) return 'known'
  return counts === false ? 'warning' : 'violated'
}

const marks: readonly Mark[] = ['violated', 'warning', 'known']

/**
 * The violated requirements in the order in which to fix them: those that fail the run first, then those that work without a key,
 * then by the number of cases that each blocks.
 */
export function violationsOf({ requirements, target }: ConformanceReport): readonly ShownViolation[] {
  const blocked = blockedBy(requirements)
  return requirements
    .filter(({ verdict }) => verdict === 'violated')
    .map((requirement) => ({
      requirement,
      mark: markOf(requirement),
      findings: shownFindings(requirement.findings, target.baseUrl),
      blocks: blocked.get(requirement.id)?.cases ?? 0,
      consequences: blocked.get(requirement.id)?.requirements ?? [],
    }))
    .toSorted(
      (one, other) =>
        marks.indexOf(one.mark) - marks.indexOf(other.mark) || compareWeight(weightOf([one]), weightOf([other])),
    )
}

/** The criteria for the order of fixing violations. */
interface Weight {
  readonly serious: number
  readonly blocks: number
}

/** How important it is to fix these violations. */
export function weightOf(violations: readonly ShownViolation[]): Weight {
  return {
    serious: Math.max(0, ...violations.flatMap(({ findings }) => findings.map((finding) => seriousness(finding)))),
    blocks: violations.reduce((sum, { blocks }) => sum + blocks, 0),
  }
}

/** The heavier first. */
export function compareWeight(one: Weight, other: Weight): number {
  return other.serious - one.serious || other.blocks - one.blocks
}

interface Blocked {
  readonly cases: number
  readonly requirements: readonly ReportedRequirement[]
}

/** The untested cases of each violated requirement, also through other blocked requirements. */
function blockedBy(rows: readonly ReportedRequirement[]): ReadonlyMap<string, Blocked> {
  const byId = new Map<string, ReportedRequirement>(rows.map((row) => [row.id, row]))
  const blocked = new Map<string, Blocked>()
  const add = (ids: readonly string[] | undefined, cases: number, row?: ReportedRequirement): void => {
    for (const id of rootsOf(ids, byId)) {
      const { cases: before, requirements } = blocked.get(id) ?? { cases: 0, requirements: [] }
      blocked.set(id, { cases: before + cases, requirements: row ? [...requirements, row] : requirements })
    }
  }
  for (const row of rows) {
    for (const one of row.cases.untested) add(one.blockedBy, 1)
    // Reports of earlier versions know no cases.
    if (row.untested) add(row.untested.blockedBy, row.cases.untested.length === 0 ? 1 : 0, row)
  }
  return blocked
}

function rootsOf(
  ids: readonly string[] | undefined,
  byId: ReadonlyMap<string, ReportedRequirement>,
  seen: Set<string> = new Set(),
): ReadonlySet<string> {
  const roots = (ids ?? []).flatMap((id) => {
    const row = byId.get(id)
    if (row === undefined || seen.has(id)) return []
    seen.add(id)
    return row.verdict === 'violated' ? [id] : [...rootsOf(row.untested?.blockedBy, byId, seen)]
  })
  return new Set(roots)
}

const longestSignificantBody = 200

/** What several violations have in common. */
interface Cause {
  readonly kind: 'answer' | 'field' | 'check'
  readonly text: string
  /** Of an answer. */
  readonly status?: number
}

/** Requirements that probably violate for one cause; without one, a single violated requirement. */
export interface CauseGroup {
  readonly cause?: Cause
  readonly violations: readonly ShownViolation[]
}

/** Groups violated requirements with a probable common cause, so that it is read once; the others stand alone. */
export function groupByCause(violations: readonly ShownViolation[], baseUrl: string): readonly CauseGroup[] {
  const causesOf: ReadonlyArray<(finding: Finding) => Cause | undefined> = [
    (finding) => significantAnswer(finding, baseUrl),
    ({ failure }) =>
      failure?.of === undefined || !failure.fields
        ? undefined
        : { kind: 'field', text: `${failure.of}.${failure.fields.join(', ')}` },
    // A check of every answer judges many rules.
    ({ check, case: isPassive }) => (isPassive === undefined ? { kind: 'check', text: check } : undefined),
  ]
  let left = violations
  const shared = causesOf.flatMap((causeOf) => {
    const groups = sharedCauses(left, causeOf)
    const gathered = new Set(groups.flatMap((group) => group.violations))
    left = left.filter((violation) => !gathered.has(violation))
    return groups
  })
  return [
    ...shared.toSorted((one, other) => other.violations.length - one.violations.length),
    ...left.map((violation) => ({ violations: [violation] })),
  ]
}

function sharedCauses(
  violations: readonly ShownViolation[],
  causeOf: (finding: Finding) => Cause | undefined,
): readonly CauseGroup[] {
  const causes = new Map(
    violations.map(({ requirement }) => [requirement, requirement.findings.map((finding) => causeOf(finding))]),
  )
  const textOf = ({ requirement }: ShownViolation): string | undefined =>
    ofMost((causes.get(requirement) ?? []).map((cause) => cause?.text))
  return [...Map.groupBy(violations, textOf)].flatMap(([text, together]) => {
    const cause = [...causes.values()].flat().find((one) => one?.text === text)
    if (text === undefined || together.length < 2 || !cause) return []
    return [{ cause, violations: plainestFirst(cause, together) }]
  })
}

/** The text that more than half of them have; a few may differ, such as answers without a body. */
function ofMost(texts: ReadonlyArray<string | undefined>): string | undefined {
  const counts = Map.groupBy(texts, (text) => text)
  return [...counts].find(([, same]) => same.length > texts.length / 2)?.[0]
}

/** The rule against server errors says more about one than the checks that it prevented. */
const againstServerErrors = 'ERR-15'

function plainestFirst({ status = 0 }: Cause, violations: readonly ShownViolation[]): readonly ShownViolation[] {
  return status < 500 ? violations : violations.toSorted((one, other) => plainness(one) - plainness(other))
}

function plainness({ requirement }: ShownViolation): number {
  return requirement.id === againstServerErrors ? 0 : 1
}

/**
 * The answer, if it alone indicates a cause: an error, by its code and (unless the server failed) by the resource; or a success
 * without content. Other answers differ as their requests do.
 */
function significantAnswer({ exchanges, kind }: Finding, baseUrl: string): Cause | undefined {
  const exchange = exchanges.at(-1)
  if (!exchange) return undefined
  const { status, url, responseBody } = exchange
  const type = mediaType(exchange)
  const answer = (text: string): Cause => ({ kind: 'answer', status, text })
  if (type !== undefined && /^text\/(?:html|plain|xml)$/.test(type) && !/\/download\b/.test(url))
    return answer(`${status} as ${type}`)
  const said = /^\s*\{\s*"error"\s*:\s*"([\w.-]{1,80})"/.exec(responseBody)?.[1] ?? responseBody.trim()
  if (said.length > longestSignificantBody) return undefined
  const text = said === '' ? `${status} with an empty body` : `${status} ${said}`
  if (status >= 500) return answer(text)
  // An expected rejection may lack a header or a word: such findings have no common cause.
  if (status >= 400)
    return kind === 'status' || kind === 'code' ? answer(`${text} at ${resourceOf(url, baseUrl)}`) : undefined
  return /^(?:|\{\}|\[\]|null)$/.test(said) ? answer(text) : undefined
}

function mediaType({ responseHeaders }: ExchangeSummary): string | undefined {
  return responseHeaders['content-type']?.split(';', 1)[0]?.trim().toLowerCase()
}

function resourceOf(url: string, baseUrl: string): string {
  const path = url.startsWith(baseUrl) ? url.slice(baseUrl.length) : url
  return /^\/v1\/public\/[\w-]+/.exec(path)?.[0] ?? 'other paths'
}
