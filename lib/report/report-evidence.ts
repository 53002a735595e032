import type { Evidence, JournalRecord } from '../checks/journal.ts'
import type { ExchangeSummary } from '../client/summarize-exchange.ts'
import type { ReportedEvidence, RequirementVerdict } from './conformance-report.ts'
import { shortened } from './escape.ts'

const longestBody = 200
/** More names of checks tell a reader little; how many there are is said apart. */
const checksKept = 4
/** The headers that say something of most requirements, and those that are on every answer: only some areas speak of them. */
const tellingHeader = /^(?:authorization|content-(?:type|disposition))$/
const sharedHeader = /^x-(?:request-id|ratelimit-\w+)$/
const aboutSharedHeaders = /^(?:HDR|RATE|ERR)-/

type EvaluatedBy = ReportedEvidence['checks'][number]

/** What a requirement was evaluated on, in short; the exchange of one that is violated is shown with its findings. */
export function reportEvidence(
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
    ...(evidence && verdict !== 'violated' ? { exchange: inShort(evidence) } : {}),
  }
}

/** A check that judges every answer, which has places, says less of a requirement than one that was made for it. */
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
