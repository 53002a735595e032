import { isRecord } from '#suite'
import type { Entry } from './specimens.ts'

const compared = ['readable_id', 'name', 'type', 'value', 'category', 'display_unit', 'deleted', 'references'] as const
const ids = ['id', 'item_id', 'draft_item_id', 'draft_property_id'] as const
const times = ['createdAt', 'updatedAt'] as const
const users = ['createdBy', 'updatedBy'] as const

/** Two records of one property, as texts of what the contract shows and both of them have; spelling that means nothing is evened out. */
export function comparable(left: Entry, right: Entry): { readonly one: string; readonly other: string } {
  const fields = [...compared, ...ids, ...times, ...users].filter(
    (field) => isThere(left, field) && isThere(right, field),
  )
  const text = (record: Entry): string =>
    JSON.stringify(Object.fromEntries(fields.map((field) => [field, evened(field, record[field])])))
  return { one: text(left), other: text(right) }
}

function isThere(record: Entry, field: string): boolean {
  return record[field] !== undefined && record[field] !== null
}

function evened(field: string, value: unknown): unknown {
  if (ids.some((name) => name === field)) return String(value).toLowerCase()
  if (times.some((name) => name === field)) {
    const time = Date.parse(String(value))
    return Number.isNaN(time) ? value : time
  }
  if (users.some((name) => name === field)) return isRecord(value) ? String(value['id']).toLowerCase() : value
  if (field === 'references' && Array.isArray(value)) return value.map((one: unknown) => reference(one)).toSorted()
  return value
}

function reference(value: unknown): string {
  if (!isRecord(value)) return JSON.stringify(value)
  return `${String(value['file_link_id']).toLowerCase()} ${String(value['page'])}`
}
