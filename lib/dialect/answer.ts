import type { Exchange } from '../client/exchange.ts'
import { printable } from '../client/printable.ts'
import { redact } from '../client/redactor.ts'
import { isRecord, type JsonObject } from '../contract/is-record.ts'
import { shownRecord } from '../client/shown-record.ts'

const longestAnswer = 300

/** Whether the target itself rejected the request because of its content: not a crash, a bad key or a rate limit. */
export function isRefused({ status }: Exchange): boolean {
  return status >= 400 && status < 500 && status !== 401 && status !== 429
}

/** The entries of a list answer that are objects; empty if it is not a list. */
export function entriesIn({ json }: Exchange): readonly JsonObject[] {
  if (!isRecord(json)) return []
  const items = json['items']
  return Array.isArray(items) ? items.filter(isRecord) : []
}

/** The id of the created record, also from a wrapped answer. */
export function madeId(exchange: Exchange): string | undefined {
  const json = shownRecord(exchange)
  if (!isRecord(json)) return undefined
  const wrapped = [json, ...Object.values(json).filter(isRecord)]
  return wrapped.map((record) => record['id']).find((id) => typeof id === 'string')
}

/** The target's own message in one bounded line, for people: `POST /v1/public/items answered 422 validation_error: …`. */
export function lastAnswer(exchange: Exchange): string {
  const { request, status, json, body } = exchange
  const said = isRecord(json)
    ? [json['error'], json['message'], detailsIn(json)].filter((part) => typeof part === 'string')
    : [Buffer.from(body.buffer, body.byteOffset, Math.min(body.byteLength, longestAnswer * 8)).toString('utf8')]
  // Truncated before it is processed, far beyond the shown part, so that no key is cut in half within it.
  const line = printable(redact(said.join(': ').slice(0, longestAnswer * 20)))
    .replaceAll(/\s+/g, ' ')
    .trim()
  const cut = line.length > longestAnswer ? `${line.slice(0, longestAnswer - 1).toWellFormed()}…` : line
  return `${request.method} ${request.path} answered ${status} ${cut}`.trimEnd()
}

function detailsIn(json: JsonObject): string | undefined {
  return json['details'] === undefined || json['details'] === null ? undefined : JSON.stringify(json['details'])
}
