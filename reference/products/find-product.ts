import type { Deployment } from '../deployment.ts'
import { reach } from '../http/access.ts'
import type { Caller } from '../http/caller.ts'
import { type ProductRow, selectProducts } from './product.ts'

/** Which product, and who asks. */
export interface ProductQuestion {
  readonly id: string
  readonly caller: Caller
}

/** The product with this id where the caller reaches it; 404 or 403 otherwise. */
export function findProduct(deployment: Deployment, { id, caller }: ProductQuestion): ProductRow {
  const row = deployment.store.get<ProductRow>(`${selectProducts} WHERE products.id = ?`, id.toLowerCase())
  return reach(deployment, { kind: 'product', row, caller })
}
