import type { Deployment } from '../deployment.ts'
import type { Caller } from '../http/caller.ts'
import { numberNewProduct } from '../part-numbers/number-product.ts'
import { rule } from '../rule.ts'
import { findWorkspace, type WorkspaceRow } from '../workspaces/workspace.ts'
import { findProduct } from './find-product.ts'
import { type Product, showProduct } from './product.ts'
import type { ProductCreation } from './product-body.ts'
import { refuseUsedReadableId } from './readable-id.ts'
import { randomUUID } from 'node:crypto'
import { foldedName } from './fold.ts'
import { storedDescription } from './stored-description.ts'

/** Creates a product in a workspace that the caller reaches; a rejection leaves nothing behind. */
export const createProduct = rule((deployment: Deployment, body: ProductCreation, caller: Caller): Product => {
  const workspace = findWorkspace(deployment, { id: body.workspace_id, caller })
  return deployment.store.transaction(() => {
    refuseUsedReadableId(deployment, { workspaceId: workspace.id, readableId: body.readable_id })
    const id = insertProduct(deployment, { body, caller, workspace })
    if (body.part_number !== undefined)
      numberNewProduct(deployment, findProduct(deployment, { id, caller }), body.part_number)
    return showProduct(deployment, findProduct(deployment, { id, caller }))
  })
})

/** A product about to be written. */
interface NewProduct {
  readonly body: ProductCreation
  readonly caller: Caller
  readonly workspace: WorkspaceRow
}

/** Writes a new product, without its part number, and gives its id. */
export const insertProduct = rule((deployment: Deployment, { body, caller, workspace }: NewProduct): string => {
  const id = randomUUID()
  const now = new Date().toISOString()
  deployment.store.run(
    `INSERT INTO products (id, workspace_id, readable_id, name, folded_name, description, created_by, updated_by,
       created_at, updated_at)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    id,
    workspace.id,
    body.readable_id,
    body.name,
    foldedName(deployment, body.name),
    body.description === undefined ? null : storedDescription(deployment, body.description),
    caller.userId,
    caller.userId,
    now,
    now,
  )
  return id
})
