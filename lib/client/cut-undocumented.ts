import { documentedFieldNames } from '../service/interface/documented-field-names.ts'
import { isRecord } from '../contract/is-record.ts'

/** Entries kept of what no documented field holds: more than any request could have asked for. */
const mostKept = 1000

const documented: ReadonlySet<string> = new Set(['items', 'count', ...[...documentedFieldNames.values()].flat()])

/**
 * Cuts arrays and objects of undocumented fields down to their beginning, in place: a lawful answer may hold any amount of them,
 * and nothing is judged by them. Gives the number of values that are left.
 */
export function cutUndocumented(json: unknown): number {
  let left = 0
  const waiting: unknown[] = [json]
  for (let value = waiting.pop(); value !== undefined; value = waiting.pop()) {
    left += 1
    if (Array.isArray(value)) for (const entry of value) waiting.push(entry)
    if (isRecord(value)) for (const field of Object.entries(value)) waiting.push(cutField(value, field))
  }
  return left
}

function cutField(record: Record<string, unknown>, [name, value]: readonly [string, unknown]): unknown {
  if (documented.has(name)) return value
  if (Array.isArray(value)) value.length = Math.min(value.length, mostKept)
  if (!isRecord(value)) return value
  const entries = Object.entries(value)
  if (entries.length <= mostKept) return value
  const cut = Object.fromEntries(entries.slice(0, mostKept))
  Object.defineProperty(record, name, { value: cut, enumerable: true, writable: true, configurable: true })
  return cut
}
