import { randomUUID } from 'node:crypto'
import type { Deployment } from '../deployment.ts'
import { recall } from '../../faults/fault-memory.ts'
import type { Caller } from '../http/caller.ts'
import type { WorkspaceRow } from '../workspaces/workspace.ts'
import { foldedName } from './fold.ts'
import type { ProductCreation } from './product-body.ts'

/** A product about to be written. */
export interface NewProduct {
  readonly id: string
  readonly body: ProductCreation
  readonly caller: Caller
  readonly workspace: WorkspaceRow
  readonly judged: { readonly readableId: boolean }
}

/** Writes a new product down. */
export function insertProduct(
  { store, faults, variants }: Deployment,
  { id, body, caller, workspace, judged }: NewProduct,
): void {
  const ahead = faults.active('created-in-the-future') ? 3_600_000 : 0
  const now = new Date(Date.now() + ahead).toISOString()
  const cut = (body.description ?? '').length > 200 && faults.active('description-cut-short')
  const description = cut ? body.description?.slice(0, 200) : body.description
  const keepsEmpty = variants.chosen('emptied-description-is-an-empty-text')
  const isLost =
    recall(store, `gone ${workspace.id} ${body.name}`) !== undefined &&
    faults.active('namesake-of-a-deleted-product-not-found')
  store.run(
    `INSERT INTO products (id, workspace_id, readable_id, name, folded_name, description, created_by, updated_by,
       created_at, updated_at, duplicate)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    id,
    workspace.id,
    body.readable_id,
    body.name,
    isLost ? '' : foldedName({ variants }, body.name),
    description === undefined || (description === '' && !keepsEmpty) ? null : description,
    caller.userId,
    caller.userId,
    now,
    now,
    judged.readableId ? randomUUID() : '',
  )
}
