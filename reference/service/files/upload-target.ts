import type { Deployment } from '../deployment.ts'
import { idFromPath } from '../http/access.ts'
import { forbidden, notFound } from '../http/service-error.ts'
import { rule } from '../rule.ts'
import type { Store } from '../store/store.ts'
import type { FileQuestion } from './find-file.ts'

/** What a file is attached to: an item, or a property of some type. */
export interface UploadTarget {
  readonly id: string
  readonly organization_id: string
  readonly workspace_id: string
  readonly product_id: string
  /** Null for an item. */
  readonly property_type: string | null
}

/** The draft item or property with this id if the caller reaches it; the kind is found out by looking. */
export const findTarget = rule((deployment: Deployment, { id, caller }: FileQuestion): UploadTarget => {
  const target = readTarget(deployment.store, idFromPath(deployment, id))
  if (target === undefined) throw notFound('neither an item nor a property has this id', 'target_not_found')
  if (target.organization_id !== caller.organizationId) throw forbidden()
  return target
})

const place = `
  JOIN products ON products.id = items.product_id
  JOIN workspaces ON workspaces.id = products.workspace_id`

/** The draft item or property with this id, whoever asks. */
export function readTarget(store: Store, id: string): UploadTarget | undefined {
  const item = store.get<UploadTarget>(
    `SELECT items.id, workspaces.organization_id, products.workspace_id, items.product_id, NULL AS property_type
     FROM items ${place} WHERE items.id = ?`,
    id,
  )
  if (item !== undefined) return item
  return store.get<UploadTarget>(
    `SELECT properties.id, workspaces.organization_id, products.workspace_id, items.product_id, properties.type AS property_type
     FROM properties JOIN items ON items.id = properties.item_id ${place}
     WHERE properties.id = ? AND properties.deleted = 0`,
    id,
  )
}
