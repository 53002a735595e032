import type { Deployment } from '../deployment.ts'
import { conflict } from '../http/service-error.ts'
import { retirePartNumber } from '../part-numbers/retire-part-number.ts'
import { findItem, type ItemQuestion, itemRow } from './find-item.ts'

/** Deletes an item for good with its properties and file links; its part number is retired. Published versions keep it. */
export function deleteItem(deployment: Deployment, question: ItemQuestion): void {
  const { store, faults, variants } = deployment
  store.transaction(() => {
    const isUnknown = itemRow(deployment, question.id) === undefined
    if (isUnknown && faults.active('deletion-of-unknown-item-succeeds')) return
    const item = findItem(deployment, question)
    if (variants.chosen('filled-items-are-not-deleted') && hasProperties(deployment, item.id)) {
      throw conflict('item_in_use', 'the item has properties')
    }
    retirePartNumber(deployment, { kind: 'item', id: item.id })
    if (faults.active('item-deletion-takes-it-out-of-versions'))
      store.run('DELETE FROM version_properties WHERE draft_item_id = ?', item.id)
    if (deleteByHalves(deployment, item.id)) return
    // Properties and links go with it by their foreign keys.
    store.run('DELETE FROM items WHERE id = ?', item.id)
  })
}

function hasProperties({ store }: Deployment, id: string): boolean {
  return store.get('SELECT 1 FROM properties WHERE item_id = ? AND deleted = 0', id) !== undefined
}

/** Faults that come upon the item later. */
function leavesParent(faults: Deployment['faults']): boolean {
  const ids = ['deleted-item-takes-properties', 'deleted-item-is-still-updated'] as const
  return ids.some((id) => faults.has(id))
}

/** Hides the item with what a fault or a variant leaves of it; tells whether there was such a one. */
function deleteByHalves({ store, faults, variants }: Deployment, id: string): boolean {
  const keepsProperties = faults.active('item-deletion-leaves-properties')
  const keepsFormulas = faults.active('item-deletion-leaves-formulas')
  const keepsItem =
    faults.has('deleted-item-still-by-id') ||
    faults.has('deleted-items-leave-gaps-in-pages') ||
    leavesParent(faults) ||
    faults.active('deleted-item-still-listed') ||
    variants.chosen('deleted-items-stay-in-file-links')
  if (!keepsProperties && !keepsFormulas && !keepsItem) return false
  store.run('UPDATE items SET gone = 1 WHERE id = ?', id)
  const others = keepsFormulas ? " AND type <> 'formula'" : ''
  if (!keepsProperties) store.run(`DELETE FROM properties WHERE item_id = ?${others}`, id)
  return true
}
