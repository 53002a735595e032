import { isRecord } from '../../contract/is-record.ts'

/** The named fields of a record, those that it has. */
export function pick(record: unknown, fields: readonly string[]): Readonly<Record<string, unknown>> {
  if (!isRecord(record)) return {}
  return Object.fromEntries(fields.filter((field) => field in record).map((field) => [field, record[field]]))
}
