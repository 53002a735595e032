import type { Deployment } from '../deployment.ts'
import type { Caller } from '../http/caller.ts'
import type { Query } from '../http/query.ts'
import { validationError } from '../http/service-error.ts'
import { findProduct } from '../products/find-product.ts'
import { findVersion } from '../versions/find-version.ts'

/** The id of the version that a download asks for; undefined for the draft, if `product_id` does not matter. */
export function requestedVersion(deployment: Deployment, query: Query, caller: Caller): string | undefined {
  const version = query.version('version')
  if (version === undefined) return undefined
  const id = query.text('product_id') ?? ''
  if (id === '')
    throw validationError({ loc: ['query', 'product_id'], msg: 'is required with a version', type: 'missing' })
  return findVersion(deployment, findProduct(deployment, { id, caller }).id, version)
}
