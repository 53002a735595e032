import type { Exchange } from '../client/exchange.ts'
import { UnsendableIdError } from '../client/unsent-errors.ts'
import { isRecord } from '../contract/is-record.ts'

export type Entry = Readonly<Record<string, unknown>>

/** A field of the record in an answer; `undefined` if there is no record or no such field. */
export function fieldOf({ json }: Pick<Exchange, 'json'>, name: string): unknown {
  return isRecord(json) ? json[name] : undefined
}

/** A text in a record; `undefined` if there is no record or no text under that name. */
export function textIn(record: unknown, field: string): string | undefined {
  const value = isRecord(record) ? record[field] : undefined
  return typeof value === 'string' ? value : undefined
}

/** The entries of a list answer that are objects; empty if it is not a list. */
export function entriesOf(answer: Pick<Exchange, 'json'>): readonly Entry[] {
  const items = fieldOf(answer, 'items')
  return Array.isArray(items) ? items.filter(isRecord) : []
}

/** The ids of a list answer's entries in lower case, because UUIDs are case-insensitive. */
export function idsOf(answer: Pick<Exchange, 'json'>): readonly string[] {
  return entriesOf(answer).map((entry) => textIn(entry, 'id')?.toLowerCase() ?? '')
}

/** The ids of a list answer's entries as spelled there; entries without an id are left out. */
export function shownIdsOf(answer: Pick<Exchange, 'json'>): readonly string[] {
  return entriesOf(answer).flatMap((entry) => textIn(entry, 'id') || [])
}

/** The id in a record, spelled as in the record. Throws `UnsendableIdError`, which blocks the check by GEN-02, if there is none. */
export function shownId(record: unknown, field = 'id'): string {
  const id = isRecord(record) ? record[field] : undefined
  if (typeof id === 'string' && id !== '') return id
  throw new UnsendableIdError(id, field)
}

/** The entry of a list answer with this id, in any letter case. */
export function entryOf(answer: Pick<Exchange, 'json'>, id: string): Entry | undefined {
  return entriesOf(answer).find((entry) => sameId(entry['id'], id))
}

/** Whether two values are the same id; UUIDs are case-insensitive. */
export function sameId(one: unknown, other: unknown): boolean {
  return typeof one === 'string' && typeof other === 'string' && one.toLowerCase() === other.toLowerCase()
}
