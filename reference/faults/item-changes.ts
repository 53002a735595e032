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
import { recall, remember } from '../changes/memory.ts'
import { replace } from '../changes/replace.ts'
import { requestsOf } from '../changes/requests.ts'
import { broken } from '../service/http/service-error.ts'
import { deleteItem } from '../service/items/delete-item.ts'
import { findItem, type ItemQuestion, itemRow } from '../service/items/find-item.ts'
import { type ItemRow, showItem } from '../service/items/item.ts'
import type { ItemUpdate } from '../service/items/item-body.ts'
import { changeItem, changeNumberOfItem, updateItem } from '../service/items/update-item.ts'
import type { Deployment } from '../service/deployment.ts'
import { retirePartNumber } from '../service/part-numbers/retire-part-number.ts'
import { placeInDraft } from '../service/properties/selection-of-draft.ts'
import { defineFaults } from './fault.ts'

/** Faults in how items are updated and deleted. */
export const itemChangeFaults = defineFaults({
  'removed-number-takes-the-description-along': {
    title: 'clears the description of an item whose part number is removed',
    breaks: ['ITEM-06'],
    changes: [
      replace(changeNumberOfItem, (sound) => (deployment, item, wish) => {
        sound(deployment, item, wish)
        if (wish === null) deployment.store.run('UPDATE items SET description = NULL WHERE id = ?', item.id)
      }),
    ],
  },
  'emptied-description-takes-the-number-along': {
    title: 'removes the part number of an item whose description is emptied',
    breaks: ['ITEM-06'],
    changes: [
      replace(changeItem, (sound) => (deployment, before, update) => {
        sound(deployment, before, update)
        if (update.description === '') retirePartNumber(deployment, { kind: 'item', id: before.id })
      }),
    ],
  },
  'deleted-item-takes-namesakes-of-its-properties': {
    title: 'deletes with an item the properties of its product that are called as those of the item',
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
  'updated-item-description-in-compatibility-form': {
    title:
      'puts other letters and digits for those that are compatible with them when the description of an item is updated',
    breaks: ['ITEM-12'],
    changes: [
      replace(changeItem, (sound) => (deployment, before, update) => {
        const { description } = update
        sound(deployment, before, {
          ...update,
          ...(description !== undefined && { description: description.normalize('NFKC') }),
        })
      }),
    ],
  },
  'empty-update-returns-a-foreign-item': {
    title: "answers an update without fields with the item, whoever's it is",
    breaks: ['AUTH-14'],
    changes: [
      replace(updateItem, (sound) => (deployment, question, body) => {
        const row = Object.keys(body).length === 0 ? foreignItem(deployment, question) : undefined
        return row === undefined ? sound(deployment, question, body) : showItem(deployment, row)
      }),
    ],
  },
  'foreign-item-changed-before-refusal': {
    title: 'changes an item of another organization, then answers 403',
    breaks: ['AUTH-14'],
    changes: [
      replace(updateItem, (sound) => (deployment, question, body) => {
        const row = foreignItem(deployment, question)
        if (row !== undefined) changeItem(deployment, row, body)
        return sound(deployment, question, body)
      }),
    ],
  },
  'empty-update-of-an-item-breaks-the-service': {
    title: 'answers 500 to an update of an item that gives nothing',
    breaks: ['ERR-15'],
    changes: [
      replace(updateItem, (sound) => (deployment, question, body) => {
        const item = sound(deployment, question, body)
        if (Object.keys(body).length === 0) throw broken()
        return item
      }),
    ],
  },
  'array-counts-as-no-change-of-item': {
    title: 'treats an array as an empty update of an item',
    breaks: ['ERR-13'],
    changes: [
      requestsOf(['PATCH /items/:item_id'], (sent) => (Array.isArray(sent.body) ? { ...sent, body: {} } : sent)),
    ],
  },
  'refused-number-lets-the-item-be-changed': {
    title: 'changes the other fields of an item whose new part number it refuses',
    breaks: ['ERR-20'],
    changes: [
      replace(updateItem, (sound) => (deployment, question, body) => {
        try {
          return sound(deployment, question, body)
        } catch (error) {
          changeItem(deployment, findItem(deployment, question), body)
          throw error
        }
      }),
    ],
  },
  'renaming-an-item-clears-its-description': {
    title: 'clears the description of an item when an update gives a name without one',
    breaks: ['ITEM-06'],
    changes: [
      changed((body, before) =>
        body.name === undefined || before.description === null ? body : { description: '', ...body },
      ),
    ],
  },
  'item-update-clears-an-absent-description': {
    title: 'clears the description of an item when an update does not give it',
    breaks: ['ITEM-06'],
    changes: [changed((body, before) => (before.description === null ? body : { description: '', ...body }))],
  },
  'item-update-forgets-the-part-number': {
    title: 'answers 200 to assigning a part number to an item and assigns nothing',
    breaks: ['ITEM-06'],
    changes: [
      replace(changeNumberOfItem, (sound) => (deployment, item, wish) => {
        const isAssignment = item.part_number === null && typeof wish === 'string'
        if (!isAssignment) sound(deployment, item, wish)
      }),
    ],
  },
  'item-number-of-null-is-a-word': {
    title: 'gives an item the part number "null" where null is sent',
    breaks: ['ITEM-06'],
    changes: [
      replace(changeNumberOfItem, (sound) => (deployment, item, wish) => {
        sound(deployment, item, wish)
        if (item.part_number !== null && wish === null) remember(deployment, `number of null ${item.id}`, 'null')
      }),
      replace(showItem, (sound) => (deployment, row) => {
        const word = recall<string>(deployment, `number of null ${row.id}`)
        return word === undefined ? sound(deployment, row) : { ...sound(deployment, row), part_number: word.value }
      }),
    ],
  },
  'deletion-of-unknown-item-succeeds': {
    title: 'answers 204 to deleting an item that does not exist',
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
    title: 'leaves the properties of a deleted item',
    breaks: ['ITEM-08'],
    changes: leavesProperties('TRUE'),
  },
  'item-deletion-leaves-formulas': {
    title: 'leaves the formulas of a deleted item',
    breaks: ['ITEM-08'],
    changes: leavesProperties("type = 'formula'"),
  },
  'deleted-item-still-by-id': {
    title: 'still gives a deleted item by id',
    breaks: ['ITEM-07'],
    changes: [keepsDeletedItems(), hidesDeletedItemsInLists()],
  },
  'deleted-item-still-listed': {
    title: 'still lists a deleted item',
    breaks: ['ITEM-07'],
    changes: [keepsDeletedItems(), ...hidesDeletedItemsById()],
  },
  'deleted-items-leave-gaps-in-pages': {
    title: 'cuts a page of items before deleted ones are removed',
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

/** An update changes something else than its body gives. */
function changed(change: (body: ItemUpdate, before: ItemRow) => ItemUpdate): RuleChange {
  return replace(changeItem, (sound) => (deployment, before, body) => sound(deployment, before, change(body, before)))
}

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

/** The item that is asked for, where it is another organization's. */
function foreignItem(deployment: Deployment, { id, caller }: ItemQuestion): ItemRow | undefined {
  const row = itemRow(deployment, id)
  return row?.organization_id === caller.organizationId ? undefined : row
}
