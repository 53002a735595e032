import type { Exchange } from '../../client/exchange.ts'
import { isRecord } from '../../contract/is-record.ts'

/** What tells an entry of a page from the others; the record of an organization user is not shown, and may have no `id`. */
const naming = ['id', 'user_id', 'userId', 'email'] as const

/** The entries of a page, each by what names it; nothing where the answer is no page. */
export function entryKeys(exchange: Exchange): readonly string[] {
  const items = isRecord(exchange.json) ? exchange.json['items'] : undefined
  return Array.isArray(items) ? items.map((entry: unknown) => keyOf(entry)) : []
}

/** Lower case: the letter case of a UUID says nothing. */
function keyOf(entry: unknown): string {
  if (!isRecord(entry)) return JSON.stringify(entry)
  const name = naming.map((field) => entry[field]).find((value) => typeof value === 'string' && value !== '')
  return typeof name === 'string' ? name.toLowerCase() : JSON.stringify(entry)
}
