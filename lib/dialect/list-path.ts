import { isRecord } from '../contract/is-record.ts'
import type { Path } from './complaint.ts'

/** Where the entries of a bulk template stand: its outermost list of objects. */
export function listPathIn(template: unknown): Path | undefined {
  if (isListOfObjects(template)) return []
  if (!isRecord(template)) return undefined
  const direct = Object.keys(template).find((name) => isListOfObjects(template[name]))
  if (direct !== undefined) return [direct]
  for (const [name, inner] of Object.entries(template)) {
    const below = isRecord(inner) ? listPathIn(inner) : undefined
    if (below) return [name, ...below]
  }
  return undefined
}

function isListOfObjects(value: unknown): value is readonly unknown[] {
  return Array.isArray(value) && isRecord(value[0])
}
