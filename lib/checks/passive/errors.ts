import { isUtf8 } from 'node:buffer'
import type { Exchange } from '../../client/exchange.ts'
import { isRecord } from '../../contract/is-record.ts'
import { show } from '../../contract/show.ts'
import { requirementsOf, statedShape } from '../../contract/stated-shape.ts'
import type { PassiveCheck, PassiveReport } from '../passive-check.ts'
import { endpointOf } from './endpoint-of.ts'
import { mayBeRefusedInFront } from './refused-in-front.ts'
import { judgeShape } from './judge-shape.ts'
import { saysJson } from './json.ts'

const notJudged: ReadonlySet<number> = new Set([405, 406])
const shape = statedShape('resources/error.json')

/**
 * Rejections (4xx) of the contract's endpoints. Not judged: 5xx, which is always a violation; 405, for methods that the contract
 * does not define; 406, for clients that do not accept JSON; and rejections of the HTTP layer.
 */
export function isJudgedRefusal(exchange: Exchange): boolean {
  if (exchange.status < 400 || exchange.status > 499 || notJudged.has(exchange.status)) return false
  if (exchange.bodyTruncated) return false
  return endpointOf(exchange) !== undefined && !mayBeRefusedInFront(exchange)
}

export const errors: PassiveCheck = {
  title: 'an error has the documented body',
  requirements: [...requirementsOf(shape), 'ERR-21'],
  judge: (exchange, report) => {
    if (!isJudgedRefusal(exchange)) return
    // A JSON error in another encoding breaks only the rule about encodings.
    if (exchange.json === undefined && saysJson(exchange) && !isUtf8(exchange.body)) return
    if (isRecord(exchange.json)) judgeShape(shape, { label: 'error', records: [exchange.json] }, report)
    else judgeOtherBody(exchange, report)
    // Where there is no body, nothing must be announced.
    if (exchange.bodyBytes > 0) judgeContentType(exchange, report)
  },
}

function judgeOtherBody({ json, status, bodyBytes }: Exchange, report: PassiveReport): void {
  report.evaluated('ERR-01')
  report.violated('ERR-01', {
    claim: 'an error is a JSON object',
    fingerprint: 'an error is not a JSON object',
    expected: 'a JSON object with texts `error` and `message`, neither empty',
    hint: 'default error page: the error seems to be answered by the framework or a proxy, not by the error handler',
    received: `${status} with ${json === undefined ? `${bodyBytes} bytes that are not JSON` : show(json)}`,
  })
}

function judgeContentType(exchange: Exchange, report: PassiveReport): void {
  report.evaluated('ERR-21')
  if (saysJson(exchange)) return
  report.violated('ERR-21', {
    claim: 'an error body has a JSON content type',
    fingerprint: 'an error body has another content type than JSON',
    expected: 'a JSON content type',
    received: show(exchange.headers['content-type']),
    hint: 'content type: the error handler seems to send its body as text',
  })
}
