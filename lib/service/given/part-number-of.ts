import { isRecord } from '../../contract/is-record.ts'

/** The part number of a product or item record, under either of its two spellings; `undefined` where it has none. */
export function partNumberOf(record: unknown): unknown {
  if (!isRecord(record)) return undefined
  return record['part_number'] ?? record['partNumber']
}
