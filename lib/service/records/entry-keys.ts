import type { Exchange } from '../../client/exchange.ts'
import { isRecord } from '../../contract/is-record.ts'

/** What tells an entry of a page from the others; the record of an organization user is not shown, and may have no `id`. */
const naming = ['id', 'user_id', 'userId', 'email'] as const

/** The entries of a page, each by what names it; nothing if the answer is not a page. */
export function entryKeys(exchange: Exchange): readonly string[] {
  const items = isRecord(exchange.json) ? exchange.json['items'] : undefined
  return Array.isArray(items) ? items.map((entry: unknown) => keyOf(entry)) : []
}

/** Lower case: the letter case of a UUID says nothing. lawful: the order of an object's keys may change from answer to answer. */
export function keyOf(entry: unknown): string {
  const name = isRecord(entry) ? naming.map((field) => entry[field]).find(isName) : undefined
  if (name !== undefined) return String(name).toLowerCase()
  // What an answer does not show has no JSON.
  return entry === undefined ? '' : JSON.stringify(withSortedKeys(entry))
}

function withSortedKeys(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withSortedKeys)
  if (!isRecord(value)) return value
  const names = Object.keys(value).toSorted()
  return Object.fromEntries(names.map((name) => [name, withSortedKeys(value[name])]))
}

function isName(value: unknown): value is string | number {
  return (typeof value === 'string' && value !== '') || typeof value === 'number'
}

/** Whether a key is the name of an entry, and not all that it shows. */
export function isNamed(key: string): boolean {
  return !/^[{["]/.test(key)
}

/** How many of these come again, though they were seen. lawful: entries that nothing names, such as users who were only invited or are listed as mere names, may look alike. */
export function repeatedKeys(keys: readonly string[]): number {
  const named = keys.filter(isNamed)
  return named.length - new Set(named).size
}
