import { isUtf8 } from 'node:buffer'
import type { Exchange } from '../../client/exchange.ts'
import { isRecord } from '../../contract/is-record.ts'
import type { PassiveCheck, PassiveReport } from '../passive-check.ts'
import { show } from '../../contract/show.ts'
import { endpointOf } from './endpoint-of.ts'
import type { JsonObject } from './field-rule.ts'
import { mayBeRefusedByHttpLayer } from './http-layer.ts'
import { saysJson } from './media-type.ts'
import { isFilledString } from './shapes.ts'

const code = /^[A-Za-z0-9_]+$/
const notJudged: ReadonlySet<number> = new Set([405, 406])

/**
 * Refusals (4xx) of the contract's endpoints. Not judged: 5xx, which is a breach by itself whatever it says;
 * 405, which is an answer about a method that the contract does not have; 406, which answers those who do not want JSON;
 * and what the HTTP layer refuses.
 */
export function isJudgedRefusal(exchange: Exchange): boolean {
  if (exchange.status < 400 || exchange.status > 499 || notJudged.has(exchange.status)) return false
  if (exchange.bodyTruncated) return false
  return endpointOf(exchange) !== undefined && !mayBeRefusedByHttpLayer(exchange)
}

export const errors: PassiveCheck = {
  title: 'an error has the documented body',
  requirements: ['ERR-01', 'ERR-02', 'ERR-16', 'ERR-21'],
  judge: (exchange, report) => {
    if (!isJudgedRefusal(exchange)) return
    // A JSON error in another encoding breaks the rule about encodings, and that one only.
    if (exchange.json === undefined && saysJson(exchange) && !isUtf8(exchange.body)) return
    judgeBody(exchange, report)
    // Where there is no body, nothing has to be announced.
    if (exchange.bodyBytes > 0) judgeContentType(exchange, report)
    if (!isRecord(exchange.json)) return
    judgeDetails(exchange.json, report)
    judgeCode(exchange.json, report)
  },
}

function judgeBody(exchange: Exchange, report: PassiveReport): void {
  report.evaluated('ERR-01')
  const body = exchange.json
  const expected = 'a JSON object with texts `error` and `message`, neither empty'
  if (!isRecord(body)) {
    const actual = body === undefined ? `${exchange.bodyBytes} bytes that are no JSON` : show(body)
    report.violated('ERR-01', {
      claim: 'an error is no JSON object',
      expected,
      received: `${exchange.status} with ${actual}`,
    })
    return
  }
  for (const field of ['error', 'message'])
    if (!isFilledString(body[field]))
      report.violated('ERR-01', {
        claim: `\`${field}\` of an error is no text, or empty`,
        expected,
        received: show(body),
      })
}

function judgeContentType(exchange: Exchange, report: PassiveReport): void {
  report.evaluated('ERR-21')
  if (saysJson(exchange)) return
  report.violated('ERR-21', {
    claim: 'an error body is announced as something else than JSON',
    expected: 'a JSON content type',
    received: show(exchange.headers['content-type']),
  })
}

function judgeDetails(body: JsonObject, report: PassiveReport): void {
  const details = body['details']
  if (details === undefined) return
  report.evaluated('ERR-02')
  if (details === null || isRecord(details)) return
  report.violated('ERR-02', {
    claim: '`details` of an error is neither an object nor null',
    expected: 'an object or null',
    received: show(details),
  })
}

function judgeCode(body: JsonObject, report: PassiveReport): void {
  const error = body['error']
  if (!isFilledString(error)) return
  report.evaluated('ERR-16')
  if (typeof error === 'string' && code.test(error)) return
  report.violated('ERR-16', {
    claim: 'an error code is not fit for machines',
    expected: 'letters, digits and underscores',
    received: show(error),
  })
}
