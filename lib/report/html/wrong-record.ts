import { isRecord } from '../../contract/is-record.ts'
import type { ReportedFinding } from '../conformance-report.ts'
import { readJson } from '../read-json.ts'

/** The record of an answer that a finding is about, and the place in it that is wrong. */
export interface WrongRecord {
  /** Where the record stands in the answer: `items[3]`, or nothing where it is the whole answer. */
  readonly where: string
  /** The field within the record. */
  readonly field: string
  readonly record: Readonly<Record<string, unknown>>
}

/**
 * Finds in the judged answer the record whose field a claim names, as in `product.status.color is a string`; `undefined` where the
 * claim names none, or the answer is not kept whole.
 */
export function wrongRecord({ claim, received, exchanges }: ReportedFinding): WrongRecord | undefined {
  const fields = /^(?:\w+ )?\w+((?:\.\w+)+) is /.exec(claim)?.[1]?.split('.').slice(1)
  const body = exchanges.at(-1)?.responseBody ?? ''
  if (!fields) return undefined
  const id = /\(in the record with id "([^"]*)"\)$/.exec(received)?.[1]
  const field = fields.join('.')
  const answer = readJson(body)
  if (!isRecord(answer)) {
    const found = id === undefined ? undefined : recordIn(body, id)
    return found && { where: 'items[…]', field, record: found }
  }
  const items = answer['items']
  const entries = Array.isArray(items) ? items : []
  const index = entries.findIndex((entry) => isRecord(entry) && entry['id'] === id)
  const record: unknown = index < 0 ? answer : entries[index]
  if (!isRecord(record) || (id !== undefined && record['id'] !== id)) return undefined
  return { where: index < 0 ? '' : `items[${index}]`, field, record }
}

/** The record of this id in a list that is not kept to its end. */
function recordIn(body: string, id: string): WrongRecord['record'] | undefined {
  const place = body.search(new RegExp(`"id"\\s*:\\s*"${RegExp.escape(id)}"`))
  let start = place < 0 ? -1 : body.lastIndexOf('{', place)
  while (start > 0) {
    const record = readJson(body.slice(start, endOfObject(body, start)))
    if (isRecord(record) && record['id'] === id) return record
    start = body.lastIndexOf('{', start - 1)
  }
  return undefined
}

/** Where the object that begins in a text ends; brackets within texts are none. */
function endOfObject(text: string, start: number): number {
  let depth = 0
  for (const { 0: token, index } of text.slice(start).matchAll(/"(?:[^"\\]|\\.)*"|[{}]/gs)) {
    if (token === '{') depth += 1
    if (token === '}') depth -= 1
    if (depth === 0) return start + index + 1
  }
  return text.length
}
