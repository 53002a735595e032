import { isDeepStrictEqual } from 'node:util'
import type { Claim } from '../checks/claims/claim.ts'
import { nothingThere } from '../checks/errors.ts'
import type { Failure } from '../checks/claims/statement.ts'
import type { Exchange } from '../client/exchange.ts'
import { isSafeMethod } from '../client/request-description.ts'
import { isRecord } from '../contract/is-record.ts'
import { requestOf } from '../service/interface/request-of.ts'

/** A judged answer, and what the check had sent before it. */
export interface Judged {
  readonly exchange?: Exchange | undefined
  readonly led?: readonly Exchange[]
}

/** A request, for people: its method and the path of its endpoint. */
export function requestText({ endpoint, request }: Pick<Exchange, 'endpoint' | 'request'>): string {
  return endpoint === undefined ? `a ${request.method} request` : requestOf(endpoint)
}

/** An answer as the subject of a sentence: that to a read bears the name of its request. */
export function answerName(exchange: Pick<Exchange, 'endpoint' | 'request'>): string {
  const request = requestText(exchange)
  return isSafeMethod(exchange.request.method) ? request : `the response to ${request}`
}

/** Why there was nothing to evaluate for a claim: what was missing in the answer. `undefined` if the claim does not name it. */
export function emptyWords(claim: Claim, exchange: Exchange | undefined): string | undefined {
  const response = exchange === undefined ? 'the responses' : `the response of ${requestText(exchange)}`
  if ('field' in claim)
    return `${nothingThere}${response} contained no \`${claim.field}\` to compare; create a record that has one`
  if (claim.kind === 'entries') return `${nothingThere}the check had no record to look for in ${response}; create one`
  if ('claim' in claim) return `${nothingThere}${response} contained nothing for the claim: ${claim.claim}`
  return undefined
}

/**
 * The fields of a claim that an answer shows given values, with the source of the values as far as it is known: a request that
 * contained them, or an earlier answer.
 */
export function expectedFields(claim: Claim, { fields = [], expected, record }: Failure, judged: Judged): string {
  const values = isRecord(expected) ? expected : {}
  const named = fields.map((field) => `\`${field}\``).join(', ')
  const isShows = claim.kind === 'shows'
  if (isShows && fields.every((field) => values[field] === undefined)) return `no ${named}`
  if (isShows && fields.every((field) => typeof values[field] === 'boolean'))
    return fields.map((field) => `\`${field}: ${String(values[field])}\``).join(', ')
  const { exchange, led = [] } = judged
  const before = led.filter(({ sequence }) => exchange === undefined || sequence < exchange.sequence).toReversed()
  const sent = [...(exchange ? [exchange] : []), ...before]
  const isSent = isShows && sent.some(({ request }) => holds(request.body?.text, fields, values))
  const source =
    claim.beside?.[0] ?? (isSent ? undefined : before.find((one) => isShownIn(one, { claim, values, record })))
  if (source !== undefined) return `the same ${named === '' ? 'fields' : named} as ${sourceName(source, exchange)}`
  return isSent ? `the ${named} that was sent` : `the expected ${named === '' ? 'fields' : named}`
}

function sourceName(source: Exchange, exchange: Exchange | undefined): string {
  return source.endpoint === exchange?.endpoint ? 'before' : answerName(source)
}

/** Whether a body names these fields and contains these values, in JSON or in a form. */
function holds(
  body: string | undefined,
  fields: readonly string[],
  values: Readonly<Record<string, unknown>>,
): boolean {
  return (
    body !== undefined &&
    fields.every((field) => {
      const value = values[field]
      const text = typeof value === 'string' ? value : JSON.stringify(value)
      return body.includes(`"${field}"`) && [text, JSON.stringify(text)].some((one) => body.includes(one))
    })
  )
}

interface Compared {
  readonly claim: Claim
  readonly values: Readonly<Record<string, unknown>>
  readonly record: Failure['record']
}

/** Whether an answer, or an entry of it, is what the claim compares with, or shows the values in the same record. */
function isShownIn({ json }: Exchange, { claim, values, record }: Compared): boolean {
  const entries: unknown = isRecord(json) ? json['items'] : undefined
  const shown: readonly unknown[] = [json, ...(Array.isArray(entries) ? entries : [])]
  if (claim.kind === 'record') return claim.expected !== undefined && shown.includes(claim.expected)
  return shown.some(
    (one) =>
      isRecord(one) &&
      one['id'] === record?.['id'] &&
      Object.entries(values).every(([field, value]) => isDeepStrictEqual(one[field], value)),
  )
}
