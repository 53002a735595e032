import type { Deployment } from '../deployment.ts'
import { idFromPath } from '../http/access.ts'
import { broken, forbidden, notFound, type ServiceError } from '../http/service-error.ts'
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

/** The draft item or property with this id where the caller reaches it; the kind is found out by looking. */
export function findTarget(deployment: Deployment, { id, caller }: FileQuestion): UploadTarget {
  const sought = idFromPath(deployment, id)
  if (sought.length !== 36 && deployment.faults.active('target-that-is-no-uuid-breaks-the-service')) throw broken()
  const target = livingTarget(deployment, sought) ?? mistakeForTarget(deployment, sought)
  if (target === undefined) throw unknownTarget(deployment)
  if (target.property_type === 'formula' && deployment.faults.active('formula-is-no-target')) {
    throw unknownTarget(deployment)
  }
  if (target.organization_id === caller.organizationId) return target
  if (target.property_type === null && deployment.faults.active('foreign-target-passes-for-unknown')) {
    throw unknownTarget(deployment)
  }
  if (target.property_type !== null && deployment.faults.active('foreign-property-takes-files')) return target
  throw forbidden()
}

/** The target, but not an item that a fault has hidden only. */
function livingTarget(deployment: Deployment, id: string): UploadTarget | undefined {
  const target = readTarget(deployment.store, id)
  const isGone = deployment.store.get('SELECT 1 FROM items WHERE gone = 1 AND id = ?', id) !== undefined
  return isGone && !deployment.faults.active('deleted-item-takes-files') ? undefined : target
}

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

function unknownTarget({ faults }: Deployment): ServiceError {
  const code = faults.active('unknown-target-is-not-found') ? 'not_found' : 'target_not_found'
  return notFound('neither an item nor a property has this id', code)
}

/** Faults that take the id of something else for a target. */
function mistakeForTarget({ store, faults }: Deployment, id: string): UploadTarget | undefined {
  const item = store.get<{ id: string }>('SELECT id FROM items WHERE product_id = ? ORDER BY sequence LIMIT 1', id)
  if (item !== undefined && faults.active('product-passes-for-its-first-item')) return readTarget(store, item.id)
  const link = store.get<{ target_id: string }>(
    'SELECT coalesce(item_id, property_id) AS target_id FROM file_links WHERE file_id = ?',
    id,
  )
  if (link !== undefined && faults.active('file-passes-for-its-target')) return readTarget(store, link.target_id)
  return undefined
}
