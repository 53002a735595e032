import type { RecordKind } from '../records/documented-fields.ts'
import type { Exchange } from '../../client/exchange.ts'
import type { EndpointId } from '../interface/endpoint.ts'
import { requestById } from '../../generate/request-by-id.ts'
import type { Api, RawRequest } from '../../run/api.ts'

export type RecordOptions = Pick<RawRequest, 'as' | 'query' | 'headers' | 'broken' | 'pace'>

export interface Records {
  /** GET of one record by its id; returns any answer. */
  read(kind: RecordKind, id: string, options?: RecordOptions): Promise<Exchange>
  /** DELETE of one record by its id; returns any answer. */
  remove(kind: 'product' | 'item' | 'property', id: string, options?: RecordOptions): Promise<Exchange>
}

const reads = {
  workspace: 'getWorkspace',
  product: 'getProduct',
  item: 'getItem',
  property: 'getProperty',
  file: 'getFile',
} as const satisfies Readonly<Record<RecordKind, EndpointId>>

const removals = { product: 'deleteProduct', item: 'deleteItem', property: 'deleteProperty' } as const

/** Requests about one record, by its kind and id. */
export function createRecords(api: Api): Records {
  return {
    read: (kind, id, options = {}) => api.raw({ ...requestById(reads[kind], id), ...options }),
    remove: (kind, id, options = {}) => api.raw({ ...requestById(removals[kind], id), ...options }),
  }
}
