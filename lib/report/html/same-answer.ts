import type { ReportedFinding, ReportedRequirement } from '../conformance-report.ts'

const longestTellingBody = 200

/** Requirements, all of them violated by the same answer; `answer` is undefined where one is violated by its own. */
export interface AnswerGroup {
  readonly answer: string | undefined
  readonly requirements: readonly ReportedRequirement[]
}

/** Gathers the violated requirements that one and the same answer accounts for, so that one cause is read once; the largest first. */
export function groupBySameAnswer(violated: readonly ReportedRequirement[], baseUrl: string): AnswerGroup[] {
  const byAnswer = Map.groupBy(violated, ({ findings }) => {
    const answers = new Set(findings.map((finding) => tellingAnswer(finding, baseUrl)))
    return answers.size === 1 ? [...answers][0] : undefined
  })
  const shared = [...byAnswer].flatMap(([answer, requirements]) =>
    answer !== undefined && requirements.length > 1 ? [{ answer, requirements }] : [],
  )
  const gathered = new Set(shared.flatMap(({ requirements }) => requirements))
  const own = violated.filter((requirement) => !gathered.has(requirement))
  return [
    ...shared.sort((one, other) => other.requirements.length - one.requirements.length),
    ...(own.length === 0 ? [] : [{ answer: undefined, requirements: own }]),
  ]
}

/**
 * What was answered, where that alone points to a cause: an error, by its code and, unless the server itself failed, by
 * the resource; or a success that says nothing. Other answers are as different as what was asked.
 */
function tellingAnswer({ exchanges }: ReportedFinding, baseUrl: string): string | undefined {
  const exchange = exchanges.at(-1)
  if (!exchange) return undefined
  const { status, url, responseBody } = exchange
  const said = errorCode(responseBody) ?? responseBody.trim()
  if (said.length > longestTellingBody) return undefined
  const answer = said === '' ? `${status} with an empty body` : `${status} ${said}`
  if (status >= 500) return answer
  if (status >= 400) return `${answer} at ${resourceOf(url, baseUrl)}`
  return /^(?:|\{\}|\[\]|null)$/.test(said) ? answer : undefined
}

function errorCode(body: string): string | undefined {
  return /^\s*\{\s*"error"\s*:\s*"([\w.-]{1,80})"/.exec(body)?.[1]
}

function resourceOf(url: string, baseUrl: string): string {
  const path = url.startsWith(baseUrl) ? url.slice(baseUrl.length) : url
  return /^\/v1\/public\/[\w-]+/.exec(path)?.[0] ?? 'other paths'
}
