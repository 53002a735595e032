import type { Exchange } from './exchange.ts'
import { isRecord } from '../contract/is-record.ts'
import { unwrapRecord } from '../service/interface/unwrap-record.ts'

const lastUuid = /.*\b([\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12})\b/iu

/**
 * The record in an answer, unwrapped. For the creation of an item the contract defines only the status: an answer without an id
 * may give the address of the new record in Location.
 */
export function shownRecord({
  endpoint,
  status,
  headers,
  json,
}: Pick<Exchange, 'endpoint' | 'status' | 'headers' | 'json'>): unknown {
  const record = unwrapRecord(endpoint, json)
  if (endpoint !== 'createItem' || status !== 201) return record
  if (isRecord(record) ? record['id'] !== undefined : record !== undefined && record !== null) return record
  const id = lastUuid.exec(headers['location'] ?? '')?.[1]
  return id === undefined ? record : { ...(isRecord(record) && record), id }
}
