import { isUtf8 } from 'node:buffer'
import type { Exchange } from '../../client/exchange.ts'
import type { PassiveCheck, PassiveReport } from '../passive-check.ts'
import { show } from '../../contract/show.ts'
import { endpointOf } from './endpoint-of.ts'
import { readingOf } from './reading.ts'

export const json: PassiveCheck = {
  title: 'a JSON answer is valid and has a JSON content type',
  requirements: ['GEN-01'],
  judge: (exchange, report) => {
    const endpoint = endpointOf(exchange)
    if (!endpoint || exchange.bodyTruncated) return
    if (exchange.status >= 400) judgeError(exchange, report)
    // A download is binary even if its type is JSON: its content comes from the uploader.
    else if (endpoint !== 'downloadFile') judgeSuccess(exchange, report)
  },
}

/** Another requirement says that an error is JSON; every JSON answer must keep the rule of all JSON. */
function judgeError(exchange: Exchange, report: PassiveReport): void {
  if (exchange.bodyBytes === 0 || exchange.status > 499) return
  const isBroken = exchange.json === undefined && saysJson(exchange) && !isUtf8(exchange.body)
  if (exchange.json === undefined && !isBroken) return
  report.evaluated('GEN-01')
  if (isBroken) objectToEncoding(exchange, report)
  else if (!saysJson(exchange)) objectToType(exchange, report)
}

function judgeSuccess(exchange: Exchange, report: PassiveReport): void {
  const reading = readingOf(exchange)
  const isDue = reading !== undefined && !reading.partial
  // An undefined answer may be empty or not JSON; but if it claims to be JSON, or parses as an object or array, the rule applies.
  if (!isDue && (exchange.bodyBytes === 0 || !(saysJson(exchange) || isComposed(exchange.json)))) return
  if (exchange.status < 200 || exchange.status > 299) return
  report.evaluated('GEN-01')
  if (!isUtf8(exchange.body)) objectToEncoding(exchange, report)
  else if (exchange.json === undefined)
    report.violated('GEN-01', {
      claim: 'a successful response is JSON',
      fingerprint: 'a success is not JSON',
      expected: 'a JSON body',
      hint: 'unfinished answer: the handler seems to send text or HTML, or end before the body is complete',
      received: `${exchange.jsonProblem ?? show(Buffer.from(exchange.body).toString().slice(0, 100))} (${typeOf(exchange)})`,
    })
  else if (!saysJson(exchange)) objectToType(exchange, report)
}

/** Whether it is an object or an array: a single word or number may be plain text. */
function isComposed(value: unknown): boolean {
  return typeof value === 'object' && value !== null
}

function objectToType(exchange: Exchange, report: PassiveReport): void {
  report.violated('GEN-01', {
    claim: 'a JSON body has a JSON content type',
    fingerprint: 'a JSON body has another content type',
    expected: 'a JSON content type',
    received: typeOf(exchange),
    hint: 'content type: the handler seems to encode its body by hand and send it as text',
  })
}

function objectToEncoding(exchange: Exchange, report: PassiveReport): void {
  report.violated('GEN-01', {
    claim: 'a JSON body is UTF-8',
    fingerprint: 'a JSON body is not UTF-8',
    expected: 'valid UTF-8',
    hint: 'character set: the body seems to be encoded as Latin-1, or a text cut in the middle of a character',
    received: exchange.jsonProblem ?? 'bytes that are not UTF-8',
  })
}

function typeOf(exchange: Exchange): string {
  const type = exchange.headers['content-type']
  return type === undefined ? 'no content type' : `content type ${show(type)}`
}

const jsonType = /^\s*(?:application|text)\/(?:[\w.+-]+\+)?json\s*(?:;|$)/i

/** Whether an answer says that its body is JSON: `application/json`, or a type with the suffix `+json`. */
export function saysJson(exchange: Exchange): boolean {
  return jsonType.test(exchange.headers['content-type'] ?? '')
}
