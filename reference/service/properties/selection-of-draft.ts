import type { Deployment } from '../deployment.ts'
import type { Caller } from '../http/caller.ts'
import type { Query } from '../http/query.ts'
import { findItem, itemRow } from '../items/find-item.ts'
import { selectProperties } from './property.ts'
import type { PropertyCondition, PropertySelection } from './property-selection.ts'

/** A list of the draft: of which item, who asks, and whether soft-deleted properties are in it. */
export interface DraftQuestion {
  readonly itemId: string | undefined
  readonly caller: Caller
  readonly includeDeleted: boolean
  readonly byType: boolean
}

/** The draft's properties, of one item or of the whole organization. */
export function selectionOfDraft(deployment: Deployment, question: DraftQuestion): PropertySelection {
  return {
    select: selectProperties,
    table: 'properties',
    conditions: [place(deployment, question), ...deletion(deployment, question), ...lateness(deployment)],
  }
}

/** Reads `includeDeleted`; 422 where it is neither true nor false. */
export function readIncludeDeleted({ faults }: Deployment, query: Query): boolean {
  const text = query.text('includeDeleted') ?? 'false'
  if (text !== 'true' && text !== 'false' && faults.active('include-deleted-takes-anything')) return false
  const isLater = Number(query.text('offset') ?? 0) > 0
  if (isLater && text === 'true' && faults.active('include-deleted-forgotten-on-later-pages')) return false
  return query.boolean('includeDeleted') ?? false
}

function place(deployment: Deployment, { itemId, caller, byType, includeDeleted }: DraftQuestion): PropertyCondition {
  const { faults } = deployment
  const isOpen =
    (byType && faults.active('typed-list-reaches-across-organizations')) ||
    (includeDeleted && faults.active('deleted-list-reaches-across-organizations'))
  if (itemId === undefined && isOpen) return { sql: 'TRUE' }
  if (itemId === undefined) return { sql: 'workspaces.organization_id = ?', value: caller.organizationId }
  const row = itemRow(deployment, itemId)
  const isForeign = row !== undefined && row.organization_id !== caller.organizationId
  if (isForeign && byType && faults.active('typed-list-of-foreign-item'))
    return { sql: 'properties.item_id = ?', value: row.id }
  if (isForeign && faults.active('property-list-of-foreign-item'))
    return { sql: 'properties.item_id = ?', value: row.id }
  const item = findItem(deployment, { id: itemId, caller })
  if (includeDeleted && faults.active('included-list-forgets-the-item'))
    return { sql: 'workspaces.organization_id = ?', value: caller.organizationId }
  if (includeDeleted && faults.active('included-list-takes-the-deleted-of-neighbours-along')) {
    const ofProduct = `properties.deleted = 1 AND items.product_id = '${item.product_id}'`
    return { sql: `(properties.item_id = ? OR (${ofProduct}))`, value: item.id }
  }
  return faults.active('list-of-item-takes-its-neighbours-along')
    ? { sql: 'items.product_id = ?', value: item.product_id }
    : { sql: 'properties.item_id = ?', value: item.id }
}

function deletion({ faults }: Deployment, { includeDeleted, byType }: DraftQuestion): readonly PropertyCondition[] {
  if (includeDeleted && faults.active('living-matrices-left-out-beside-the-deleted'))
    return [{ sql: "(properties.deleted = 1 OR properties.type <> 'matrix')" }]
  if (includeDeleted) {
    return faults.active('include-deleted-lists-the-deleted-only') ? [{ sql: 'properties.deleted = 1' }] : []
  }
  const isForgotten =
    faults.active('deleted-properties-listed') || (byType && faults.active('deleted-properties-listed-by-type'))
  if (faults.active('deleted-properties-leave-gaps-in-pages')) return []
  return isForgotten ? [] : [{ sql: 'properties.deleted = 0' }]
}

function lateness({ faults }: Deployment): readonly PropertyCondition[] {
  if (!faults.active('new-property-listed-late')) return []
  return [{ sql: 'properties.created_at < ?', value: new Date(Date.now() - 1000).toISOString() }]
}
