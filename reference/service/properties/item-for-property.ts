import type { Deployment } from '../deployment.ts'
import { deletedItem, findItem, type ItemQuestion, itemRow } from '../items/find-item.ts'
import { type ItemRow, selectItems } from '../items/item.ts'

/** The item that new properties are to be on. */
export function itemForProperty(deployment: Deployment, question: ItemQuestion): ItemRow {
  const { store, faults } = deployment
  const row = itemRow(deployment, question.id)
  const gone = row === undefined ? deletedItem(deployment, question.id, 'deleted-item-takes-properties') : undefined
  if (gone !== undefined) return gone
  const isForeign = row !== undefined && row.organization_id !== question.caller.organizationId
  if (isForeign && faults.active('property-created-on-foreign-item')) return row
  if (row !== undefined || !faults.active('property-of-unknown-item-goes-to-the-first')) {
    return findItem(deployment, question)
  }
  const first = store.get<ItemRow>(
    `${selectItems} AND workspaces.organization_id = ? ORDER BY items.sequence LIMIT 1`,
    question.caller.organizationId,
  )
  return first ?? findItem(deployment, question)
}
