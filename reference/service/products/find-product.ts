import type { Deployment } from '../deployment.ts'
import { idFromPath, reach } from '../http/access.ts'
import type { Caller } from '../http/caller.ts'
import { rule } from '../rule.ts'
import { type ProductRow, selectProducts } from './product.ts'

/** Which product, and who asks. */
export interface ProductQuestion {
  readonly id: string
  readonly caller: Caller
}

/** The product with this id if the caller reaches it; 404 or 403 otherwise. */
export const findProduct = rule((deployment: Deployment, { id, caller }: ProductQuestion): ProductRow =>
  reach(deployment, { kind: 'product', row: productRow(deployment, id), caller }),
)

/** The row with this id, whoever's it is. */
export const productRow = rule((deployment: Deployment, id: string): ProductRow | undefined =>
  deployment.store.get<ProductRow>(`${selectProducts} WHERE products.id = ?`, idFromPath(deployment, id)),
)
