import { randomUUID } from 'node:crypto'
import type { Store } from '../../service/store/store.ts'
import { fold } from '../../service/products/fold.ts'

export interface ProductSeed {
  readonly workspaceId: string
  readonly userId: string
  readonly readable_id: string
  readonly name: string
  readonly description?: string
  readonly part_number?: string
  readonly archived?: boolean
  readonly status?: { readonly id: string; readonly name: string; readonly color: string; readonly groupKey: string }
  readonly excludedStatusIds?: readonly string[]
  readonly ownerId?: string
}

/** Makes a product and gives its id. */
export function seedProduct(store: Store, product: ProductSeed): string {
  const id = randomUUID()
  const now = new Date().toISOString()
  store.run(
    `INSERT INTO products (id, workspace_id, readable_id, name, folded_name, description, archived, status,
       excluded_status_ids, owner_id, created_by, updated_by, created_at, updated_at)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    id,
    product.workspaceId,
    product.readable_id,
    product.name,
    fold(product.name),
    product.description ?? null,
    product.archived === true ? 1 : 0,
    product.status === undefined ? null : JSON.stringify(product.status),
    JSON.stringify(product.excludedStatusIds ?? []),
    product.ownerId ?? null,
    product.userId,
    product.userId,
    now,
    now,
  )
  if (product.part_number !== undefined) seedPartNumber(store, { productId: id, number: product.part_number })
  return id
}

function seedPartNumber(store: Store, { productId, number }: { productId: string; number: string }): void {
  store.run(
    `INSERT INTO part_numbers (organization_id, workspace_id, number, state, product_id)
     SELECT workspaces.organization_id, workspaces.id, ?, 'active', products.id
     FROM products JOIN workspaces ON workspaces.id = products.workspace_id WHERE products.id = ?`,
    number,
    productId,
  )
}
