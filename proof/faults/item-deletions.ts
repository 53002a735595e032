import type { RuleChange } from '../changes/change.ts'
import { answersOf, withoutEntries } from '../changes/answers.ts'
import {
  deletedItem,
  hidesDeletedItems,
  hidesDeletedItemsById,
  hidesDeletedItemsInLists,
  isDeletedItem,
  keepsDeletedItems,
} from '../changes/deleted-items.ts'
import { replace } from '../changes/replace.ts'
import { deleteItem } from '../../reference/service/items/delete-item.ts'
import { findItem, itemRow } from '../../reference/service/items/find-item.ts'
import { showItem } from '../../reference/service/items/item.ts'
import { updateItem } from '../../reference/service/items/update-item.ts'
import { placeInDraft } from '../../reference/service/properties/list-properties.ts'
import { defineFaults } from './fault.ts'

/** Faults in how items are deleted, and in what is left of them. */
export const itemDeletionFaults = defineFaults({
  'deleted-item-takes-namesakes-of-its-properties': {
    title: "deletes an item and also the product's other properties with the same names",
    breaks: ['ITEM-07'],
    changes: [
      replace(deleteItem, (sound) => (deployment, question) => {
        const { id, product_id: productId } = findItem(deployment, question)
        deployment.store.run(
          `DELETE FROM properties WHERE name IN (SELECT name FROM properties WHERE item_id = ?)
           AND item_id IN (SELECT id FROM items WHERE product_id = ?)`,
          id,
          productId,
        )
        sound(deployment, question)
      }),
    ],
  },
  'deleted-item-takes-the-properties-of-its-product': {
    title: 'deletes an item and the properties of all items of its product',
    breaks: ['ITEM-07'],
    changes: [
      replace(deleteItem, (sound) => (deployment, question) => {
        const { product_id: productId } = findItem(deployment, question)
        sound(deployment, question)
        deployment.store.run(
          'DELETE FROM properties WHERE item_id IN (SELECT id FROM items WHERE product_id = ?)',
          productId,
        )
      }),
    ],
  },
  'item-deletion-clears-descriptions-beside-it': {
    title: 'clears the descriptions of the other items of a product when one of them is deleted',
    breaks: ['ITEM-07'],
    changes: [
      replace(deleteItem, (sound) => (deployment, question) => {
        const { product_id: productId } = findItem(deployment, question)
        sound(deployment, question)
        deployment.store.run('UPDATE items SET description = NULL WHERE product_id = ?', productId)
      }),
    ],
  },
  'deletion-of-unknown-item-succeeds': {
    title: 'returns 204 for deleting an item that does not exist',
    breaks: ['ERR-08'],
    changes: [
      replace(deleteItem, (sound) => (deployment, question) => {
        if (itemRow(deployment, question.id) !== undefined) sound(deployment, question)
      }),
    ],
  },
  'item-deletion-takes-it-out-of-versions': {
    title: 'deletes the properties of a deleted item from published versions',
    breaks: ['VER-12'],
    changes: [
      replace(deleteItem, (sound) => (deployment, question) => {
        const { id } = findItem(deployment, question)
        sound(deployment, question)
        deployment.store.run('DELETE FROM version_properties WHERE draft_item_id = ?', id)
      }),
    ],
  },
  'item-deletion-leaves-properties': {
    title: 'keeps the properties of a deleted item',
    breaks: ['ITEM-08'],
    changes: leavesProperties('TRUE'),
  },
  'item-deletion-leaves-formulas': {
    title: 'keeps the formulas of a deleted item',
    breaks: ['ITEM-08'],
    changes: leavesProperties("type = 'formula'"),
  },
  'deleted-item-still-by-id': {
    title: 'still returns a deleted item by id',
    breaks: ['ITEM-07'],
    changes: [keepsDeletedItems(), hidesDeletedItemsInLists()],
  },
  'deleted-item-still-listed': {
    title: 'still lists a deleted item',
    breaks: ['ITEM-07'],
    changes: [keepsDeletedItems(), ...hidesDeletedItemsById()],
  },
  'deleted-items-leave-gaps-in-pages': {
    title: 'cuts pages of items before it removes deleted ones',
    breaks: ['PAGE-06'],
    changes: [
      keepsDeletedItems(),
      ...hidesDeletedItemsById(),
      answersOf({ routes: ['GET /items'] }, (answer, deployment) =>
        withoutEntries(answer, ({ id }) => !isDeletedItem(deployment, String(id))),
      ),
    ],
  },
  'deleted-item-is-still-updated': {
    title: 'accepts an update of an item that was deleted',
    breaks: ['ITEM-07'],
    changes: [
      ...hidesDeletedItems(),
      replace(updateItem, (sound) => (deployment, question, body) => {
        const row = deletedItem(deployment, question.id)
        const isOwn = row !== undefined && row.organization_id === question.caller.organizationId
        return isOwn ? showItem(deployment, row) : sound(deployment, question, body)
      }),
    ],
  },
})

/** Properties that a condition of SQL keeps stay when their item is deleted, by id and in its list. */
function leavesProperties(condition: string): readonly RuleChange[] {
  return [
    ...hidesDeletedItems(condition),
    replace(placeInDraft, (sound) => (deployment, question) => {
      const item = question.itemId === undefined ? undefined : deletedItem(deployment, question.itemId)
      const isOwn = item !== undefined && item.organization_id === question.caller.organizationId
      return isOwn ? { sql: 'properties.item_id = ?', value: item.id } : sound(deployment, question)
    }),
  ]
}
