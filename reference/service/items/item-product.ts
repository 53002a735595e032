import type { Deployment } from '../deployment.ts'
import type { Caller } from '../http/caller.ts'
import { findProduct, productRow } from '../products/find-product.ts'
import { type ProductRow, selectProducts } from '../products/product.ts'

/** Where items are to be created: one, or several at once. */
export interface ItemPlace {
  readonly productId: string
  readonly caller: Caller
  readonly several: boolean
}

/** The product that new items are to be in. */
export function productForItems(deployment: Deployment, { productId, caller, several }: ItemPlace): ProductRow {
  const { faults } = deployment
  const row = productRow(deployment, productId)
  if (row === undefined && faults.active('item-of-unknown-product-goes-to-the-first')) {
    return firstProduct(deployment, caller) ?? findProduct(deployment, { id: productId, caller })
  }
  const isForeign = row !== undefined && row.organization_id !== caller.organizationId
  if (isForeign && several && faults.active('items-created-in-foreign-product-in-bulk')) return row
  return deletedProduct(deployment, productId) ?? findProduct(deployment, { id: productId, caller })
}

/** A product that a fault has hidden only. */
function deletedProduct({ store, faults }: Deployment, id: string): ProductRow | undefined {
  if (!faults.has('deleted-product-takes-items')) return undefined
  const row = store.get<ProductRow>(`${selectProducts} WHERE products.gone = 1 AND products.id = ?`, id.toLowerCase())
  return row !== undefined && faults.active('deleted-product-takes-items') ? row : undefined
}

/** The caller's oldest product. */
export function firstProduct({ store }: Deployment, { organizationId }: Caller): ProductRow | undefined {
  return store.get<ProductRow>(
    `${selectProducts} WHERE workspaces.organization_id = ? ORDER BY products.sequence LIMIT 1`,
    organizationId,
  )
}
