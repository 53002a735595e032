import { randomUUID } from 'node:crypto'
import type { Deployment } from '../deployment.ts'
import type { Caller } from '../http/caller.ts'
import { claimPartNumber } from '../part-numbers/claim-part-number.ts'
import { judgeFormat } from '../part-numbers/judge-format.ts'
import { findWorkspace } from '../workspaces/workspace.ts'
import { findProduct } from './find-product.ts'
import { fold } from './fold.ts'
import { type Product, showProduct } from './product.ts'
import type { ProductCreation } from './product-body.ts'
import { refuseTakenReadableId } from './readable-id.ts'

/** Creates a product in a workspace that the caller reaches; a refusal leaves nothing behind. */
export async function createProduct(deployment: Deployment, body: ProductCreation, caller: Caller): Promise<Product> {
  const workspace = findWorkspace(deployment, { id: body.workspace_id, caller })
  return deployment.store.transaction(() => {
    const id = randomUUID()
    refuseTakenReadableId(deployment, { workspaceId: workspace.id, readableId: body.readable_id })
    insert(deployment, { id, body: { ...body, workspace_id: workspace.id }, caller })
    if (body.part_number !== undefined) {
      judgeFormat(deployment, { number: body.part_number, workspaceId: workspace.id })
      claimPartNumber(deployment, {
        number: body.part_number,
        organizationId: workspace.organization_id,
        workspaceId: workspace.id,
        holder: { kind: 'product', id },
      })
    }
    return showProduct(deployment, findProduct(deployment, { id, caller }))
  })
}

interface NewProduct {
  readonly id: string
  readonly body: ProductCreation
  readonly caller: Caller
}

function insert(deployment: Deployment, { id, body, caller }: NewProduct): void {
  const now = new Date().toISOString()
  deployment.store.run(
    `INSERT INTO products (id, workspace_id, readable_id, name, folded_name, description, created_by, updated_by, created_at, updated_at)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    id,
    body.workspace_id,
    body.readable_id,
    body.name,
    fold(body.name),
    body.description === undefined || body.description === '' ? null : body.description,
    caller.userId,
    caller.userId,
    now,
    now,
  )
}
