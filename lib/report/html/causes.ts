import type { ExchangeSummary } from '../../client/summarize-exchange.ts'
import type { ReportedFinding, ReportedRequirement } from '../conformance-report.ts'

const longestTellingBody = 200
/** Each field of a shape is a rule of its own. */
const judgesMany = / has the documented shape$/

/** What several violations have in common. */
export interface Cause {
  readonly kind: 'answer' | 'field' | 'check'
  readonly text: string
}

/** Requirements that probably one cause violates; none where each is violated by its own. */
export interface CauseGroup {
  readonly cause: Cause | undefined
  readonly requirements: readonly ReportedRequirement[]
}

/** Gathers the violated requirements that probably one cause accounts for, so that it is read once; the largest group first. */
export function groupByCause(violated: readonly ReportedRequirement[], baseUrl: string): CauseGroup[] {
  const causesOf: ReadonlyArray<(finding: ReportedFinding) => Cause | undefined> = [
    (finding) => asCause('answer', tellingAnswer(finding, baseUrl)),
    ({ claim }) => asCause('field', /^(?:\w+ )?(\w+\.\w+) is /.exec(claim)?.[1]),
    ({ check }) => asCause('check', judgesMany.test(check) ? undefined : check),
  ]
  let left = violated
  const groups = causesOf.flatMap((causeOf) => {
    const shared = sharedCauses(left, causeOf)
    const gathered = new Set(shared.flatMap(({ requirements }) => requirements))
    left = left.filter((requirement) => !gathered.has(requirement))
    return shared
  })
  const largestFirst = groups.sort((one, other) => other.requirements.length - one.requirements.length)
  return left.length === 0 ? largestFirst : [...largestFirst, { cause: undefined, requirements: left }]
}

function sharedCauses(
  violated: readonly ReportedRequirement[],
  causeOf: (finding: ReportedFinding) => Cause | undefined,
): CauseGroup[] {
  const byText = Map.groupBy(violated, ({ findings }) => ofMost(findings.map((finding) => causeOf(finding)?.text)))
  return [...byText].flatMap(([text, requirements]) => {
    const causes = requirements.flatMap(({ findings }) => findings.map((finding) => causeOf(finding)))
    const cause = causes.find((one) => one?.text === text)
    if (text === undefined || requirements.length < 2 || !cause) return []
    return [{ cause, requirements: plainestFirst(cause, requirements) }]
  })
}

/** The text that more than half of some have; a few answers may differ, as one without a body does. */
function ofMost(texts: ReadonlyArray<string | undefined>): string | undefined {
  const counts = Map.groupBy(texts, (text) => text)
  return [...counts].find(([, same]) => same.length > texts.length / 2)?.[0]
}

/** The rule against server errors tells more of one than what could not be answered for it. */
const againstServerErrors = 'ERR-15'

function plainestFirst(cause: Cause, requirements: readonly ReportedRequirement[]): readonly ReportedRequirement[] {
  if (cause.kind !== 'answer' || !cause.text.startsWith('5')) return requirements
  const [plainest, others] = [true, false].map((is) =>
    requirements.filter(({ id }) => (id === againstServerErrors) === is),
  )
  return [...(plainest ?? []), ...(others ?? [])]
}

function asCause(kind: Cause['kind'], text: string | undefined): Cause | undefined {
  return text === undefined ? undefined : { kind, text }
}

/**
 * What was answered, where that alone points to a cause: an error, by its code and, unless the server itself failed, by
 * the resource; or a success that says nothing. Other answers are as different as what was asked.
 */
function tellingAnswer({ exchanges, received }: ReportedFinding, baseUrl: string): string | undefined {
  const exchange = exchanges.at(-1)
  if (!exchange) return undefined
  const { status, url, responseBody } = exchange
  const type = mediaType(exchange)
  if (type !== undefined && /^text\/(?:html|plain|xml)$/.test(type) && !/\/download\b/.test(url))
    return `${status} as ${type}`
  const said = errorCode(responseBody) ?? responseBody.trim()
  if (said.length > longestTellingBody) return undefined
  const answer = said === '' ? `${status} with an empty body` : `${status} ${said}`
  if (status >= 500) return answer
  // A refusal that was to be had may still lack a header or a word: that has no cause with others in common.
  if (status >= 400) return received.startsWith(`${status}`) ? `${answer} at ${resourceOf(url, baseUrl)}` : undefined
  return /^(?:|\{\}|\[\]|null)$/.test(said) ? answer : undefined
}

function mediaType({ responseHeaders }: ExchangeSummary): string | undefined {
  return responseHeaders['content-type']?.split(';', 1)[0]?.trim().toLowerCase()
}

function errorCode(body: string): string | undefined {
  return /^\s*\{\s*"error"\s*:\s*"([\w.-]{1,80})"/.exec(body)?.[1]
}

function resourceOf(url: string, baseUrl: string): string {
  const path = url.startsWith(baseUrl) ? url.slice(baseUrl.length) : url
  return /^\/v1\/public\/[\w-]+/.exec(path)?.[0] ?? 'other paths'
}
