import { isRecord, type JsonObject } from './is-record.ts'

/** The objects in a field of the records, single or in an array. */
export function nestedObjects(records: readonly JsonObject[], field: string): readonly JsonObject[] {
  const nested: JsonObject[] = []
  for (const record of records) {
    const value = record[field]
    if (isRecord(value)) nested.push(value)
    else if (Array.isArray(value)) for (const entry of value) if (isRecord(entry)) nested.push(entry)
  }
  return nested
}
