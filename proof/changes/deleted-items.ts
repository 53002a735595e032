import type { Deployment } from '../../reference/service/deployment.ts'
import { findTarget } from '../../reference/service/files/upload-target.ts'
import { idFromPath } from '../../reference/service/http/access.ts'
import { notFound } from '../../reference/service/http/service-error.ts'
import { removeItem } from '../../reference/service/items/delete-item.ts'
import { itemRow } from '../../reference/service/items/find-item.ts'
import { type ItemRow, selectItems } from '../../reference/service/items/item.ts'
import { placeOfItems } from '../../reference/service/items/list-items.ts'
import type { RuleChange } from './change.ts'
import { recall, remember } from './memory.ts'
import { replace } from './replace.ts'

const key = 'deleted items'

/** Deleted items stay in the store, with those of their properties that a condition of SQL keeps; their links to files are gone. */
export function keepsDeletedItems(properties = 'FALSE'): RuleChange {
  return replace(removeItem, () => (deployment, { id }) => {
    deployment.store.run(`DELETE FROM properties WHERE item_id = ? AND NOT (${properties})`, id)
    deployment.store.run('DELETE FROM file_links WHERE item_id = ?', id)
    remember(deployment, key, [...deletedItems(deployment), id])
  })
}

/** Items that were kept are not found by id, and take no files. */
export function hidesDeletedItemsById(): readonly RuleChange[] {
  return [hiddenRows(), hiddenTargets()]
}

function hiddenRows(): RuleChange {
  return replace(
    itemRow,
    (sound) => (deployment, id) => (isDeletedItem(deployment, id) ? undefined : sound(deployment, id)),
  )
}

function hiddenTargets(): RuleChange {
  return replace(findTarget, (sound) => (deployment, question) => {
    const target = sound(deployment, question)
    if (isDeletedItem(deployment, target.id))
      throw notFound('neither an item nor a property has this id', 'target_not_found')
    return target
  })
}

/** Items that were kept are in no list. */
export function hidesDeletedItemsInLists(): RuleChange {
  return replace(placeOfItems, (sound) => (deployment, question) => [
    ...sound(deployment, question),
    {
      sql: 'items.id NOT IN (SELECT value FROM json_each(?))',
      value: JSON.stringify(deletedItems(deployment)),
    },
  ])
}

/** Deleted items stay in the store and are found nowhere. */
export function hidesDeletedItems(properties?: string): readonly RuleChange[] {
  return [keepsDeletedItems(properties), ...hidesDeletedItemsById(), hidesDeletedItemsInLists()]
}

/** Whether an item was deleted and kept. */
export function isDeletedItem(deployment: Deployment, id: string): boolean {
  return deletedItems(deployment).includes(idFromPath(deployment, id))
}

/** An item that was deleted and kept. */
export function deletedItem(deployment: Deployment, id: string): ItemRow | undefined {
  if (!isDeletedItem(deployment, id)) return undefined
  return deployment.store.get<ItemRow>(`${selectItems} WHERE items.id = ?`, idFromPath(deployment, id))
}

function deletedItems(deployment: Deployment): readonly string[] {
  return recall<readonly string[]>(deployment, key)?.value ?? []
}
