import { randomUUID } from 'node:crypto'
import type { Deployment } from '../deployment.ts'
import type { Caller } from '../http/caller.ts'
import { rule } from '../rule.ts'
import type { WorkspaceRow } from '../workspaces/workspace.ts'
import { foldedName } from './fold.ts'
import type { ProductCreation } from './product-body.ts'
import { storedDescription } from './stored-description.ts'

/** A product about to be written. */
export interface NewProduct {
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
