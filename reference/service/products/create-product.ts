import type { Deployment } from '../deployment.ts'
import type { Caller } from '../http/caller.ts'
import { numberNewProduct } from '../part-numbers/number-product.ts'
import { rule } from '../rule.ts'
import { findWorkspace } from '../workspaces/workspace.ts'
import { findProduct } from './find-product.ts'
import { insertProduct } from './insert-product.ts'
import { type Product, showProduct } from './product.ts'
import type { ProductCreation } from './product-body.ts'
import { refuseUsedReadableId } from './readable-id.ts'

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
