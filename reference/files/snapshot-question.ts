import type { Deployment } from '../deployment.ts'
import type { Caller } from '../http/caller.ts'
import type { Query } from '../http/query.ts'
import { validationError } from '../http/service-error.ts'
import { findProduct } from '../products/find-product.ts'

/** Which version of which product; `number` is undefined where a baseline is asked for and none was chosen. */
export interface SnapshotQuestion {
  readonly productId: string
  readonly number: number | undefined
}

/** What a download's query asks for; undefined for the draft, where `product_id` does not matter. */
export function snapshotQuestion(deployment: Deployment, query: Query, caller: Caller): SnapshotQuestion | undefined {
  const version = query.version('version')
  if (version === undefined) return undefined
  const id = query.text('product_id')
  if (id === undefined || id === '') {
    throw validationError({ loc: ['query', 'product_id'], msg: 'is required with a version', type: 'missing' })
  }
  const product = findProduct(deployment, { id, caller })
  const number = version === 'baseline' ? (product.baseline_version_number ?? undefined) : version
  return { productId: product.id, number }
}
