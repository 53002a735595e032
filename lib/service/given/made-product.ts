import type { Exchange } from '../../client/exchange.ts'
import { isRecord } from '../../contract/is-record.ts'

/** A product that this run created. */
export interface MadeProduct {
  readonly id: string
  readonly workspaceId: string
  readonly body: ProductBody
  /** The creation, answered with 201: the control request of a refused creation. Of a spare product the last write, which shows it as it is. */
  readonly exchange: Exchange
}

/** A valid body of a product creation. */
export interface ProductBody {
  readonly workspace_id: string
  readonly name: string
  readonly readable_id: string
  readonly description?: string
  readonly part_number?: string
}

/** The part number of a product or item, in either of its two spellings; `undefined` if it has none. */
export function partNumberOf(record: unknown): unknown {
  if (!isRecord(record)) return undefined
  return record['part_number'] ?? record['partNumber']
}

/**
 * Whether a write that names a record may have done something to it, or in it: it was not refused. lawful: what another user of
 * the organization has tried to change is locked for a moment
 */
export function mayChange({ status, identity, request: { method, path, body } }: Exchange, id: string): boolean {
  const isRefused = status >= 400 && status < 500
  if (method === 'GET' || (isRefused && identity !== 'same-organization')) return false
  return [path, body?.text ?? ''].some((text) => text.toLowerCase().includes(id.toLowerCase()))
}
