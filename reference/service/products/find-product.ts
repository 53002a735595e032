import type { Deployment } from '../deployment.ts'
import { idFromPath, reach, unknownResource } from '../http/access.ts'
import type { Caller } from '../http/caller.ts'
import { type ProductRow, selectProducts } from './product.ts'

/** Which product, and who asks. */
export interface ProductQuestion {
  readonly id: string
  readonly caller: Caller
}

/** The product with this id where the caller reaches it; 404 or 403 otherwise. */
export function findProduct(deployment: Deployment, { id, caller }: ProductQuestion): ProductRow {
  const row = productRow(deployment, id)
  const isOthersWork = row?.organization_id === caller.organizationId && row.created_by !== caller.userId
  if (isOthersWork && deployment.faults.active('product-shown-to-its-author-only')) {
    throw unknownResource(deployment, 'product')
  }
  return reach(deployment, { kind: 'product', row, caller })
}

/** The row with this id, whoever's it is. */
export function productRow(deployment: Deployment, id: string): ProductRow | undefined {
  const sql = `${selectProducts} WHERE products.gone = 0 AND products.id = ?`
  return deployment.store.get<ProductRow>(sql, idFromPath(deployment, id))
}
