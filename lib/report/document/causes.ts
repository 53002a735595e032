import type { Finding } from '../../checks/finding.ts'
import type { ExchangeSummary } from '../../client/summarize-exchange.ts'
import type { ReportedRequirement } from '../conformance-report.ts'

const longestSignificantBody = 200

/** What several violations have in common. */
interface Cause {
  readonly kind: 'answer' | 'field' | 'check'
  readonly text: string
  /** Of an answer. */
  readonly status?: number
}

/** Requirements that probably violate for one cause; without one, a single violated requirement. */
export interface CauseGroup<Violation extends Violated> {
  readonly cause?: Cause
  readonly violations: readonly Violation[]
}

interface Violated {
  readonly requirement: ReportedRequirement
}

/** Groups violated requirements with a probable common cause, so that it is read once; the others stand alone. */
export function groupByCause<Violation extends Violated>(
  violations: readonly Violation[],
  baseUrl: string,
): ReadonlyArray<CauseGroup<Violation>> {
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

function sharedCauses<Violation extends Violated>(
  violations: readonly Violation[],
  causeOf: (finding: Finding) => Cause | undefined,
): ReadonlyArray<CauseGroup<Violation>> {
  const causes = new Map(
    violations.map(({ requirement }) => [requirement, requirement.findings.map((finding) => causeOf(finding))]),
  )
  const textOf = ({ requirement }: Violation): string | undefined =>
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

function plainestFirst<Violation extends Violated>(
  { status = 0 }: Cause,
  violations: readonly Violation[],
): readonly Violation[] {
  return status < 500 ? violations : violations.toSorted((one, other) => plainness(one) - plainness(other))
}

function plainness({ requirement }: Violated): number {
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
