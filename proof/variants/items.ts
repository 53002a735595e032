import { randomUUID } from 'node:crypto'
import { hidesDeletedItemsInLists, isDeletedItem, keepsDeletedItems } from '../changes/deleted-items.ts'
import { replace } from '../changes/replace.ts'
import { requestsOf, withBody } from '../changes/requests.ts'
import { conflict } from '../../reference/service/http/service-error.ts'
import { createItemsInBulk, addItem } from '../../reference/service/items/create-item.ts'
import { removeItem } from '../../reference/service/items/delete-item.ts'
import { findItem } from '../../reference/service/items/find-item.ts'
import { showItem } from '../../reference/service/items/item.ts'
import { addProperty } from '../../reference/service/properties/create-property.ts'
import { createWhatIsValid } from './create-what-is-valid.ts'
import { defineVariants } from './variant.ts'

/** Lawful differences in items. */
export const itemVariants = defineVariants({
  'items-come-with-a-property': {
    title: 'creates a text property in every new item',
    latitude: 'the contract does not say what a new item contains',
    touches: ['PROP-19'],
    changes: [
      replace(addItem, (sound) => (deployment, item) => {
        const made = sound(deployment, item)
        addProperty(deployment, {
          item: findItem(deployment, { id: made.id, caller: item.caller }),
          content: { type: 'text', name: 'Remark', value: 'none yet' },
          caller: item.caller,
          at: ['body'],
        })
        return made
      }),
    ],
  },
  'items-number-themselves': {
    title: 'generates a part number for an item if none is sent',
    latitude: 'a deployment may generate part numbers',
    touches: ['ITEM-04', 'ITEM-02', 'ITEM-06'],
    changes: [
      requestsOf(['POST /items'], (sent) =>
        withBody(sent, (body) =>
          body['part_number'] === undefined ? { ...body, part_number: `AUTO-${randomUUID().slice(0, 18)}` } : body,
        ),
      ),
    ],
  },
  'first-items-are-not-deleted': {
    title: 'returns 409 for deleting the first item of a product',
    latitude: 'the contract does not say what a deletion requires',
    touches: ['ITEM-07'],
    changes: [
      replace(removeItem, (sound) => (deployment, item) => {
        const earlier = 'SELECT 1 FROM items WHERE product_id = ? AND sequence < ?'
        if (deployment.store.get(earlier, item.product_id, item.sequence) === undefined)
          throw conflict('root_item', 'the first item of a product stays')
        sound(deployment, item)
      }),
    ],
  },
  'deleted-items-are-marked': {
    title: 'keeps deleted items with their properties, marked as deleted and not listed',
    latitude: 'the contract does not define the states of items',
    touches: ['ITEM-07', 'ITEM-08'],
    changes: [
      keepsDeletedItems('TRUE'),
      hidesDeletedItemsInLists(),
      replace(showItem, (sound) => (deployment, row) => {
        const item = sound(deployment, row)
        return isDeletedItem(deployment, row.id) ? { ...item, deleted: true } : item
      }),
    ],
  },
  'unset-fields-of-items-are-null': {
    title: 'returns null for an unset description or part number of an item',
    latitude: 'the contract does not define the complete item record',
    touches: ['ITEM-02', 'ITEM-04'],
    changes: [
      replace(showItem, (sound) => (deployment, row) => ({
        description: null,
        part_number: null,
        ...sound(deployment, row),
      })),
    ],
  },
  'bulk-creates-what-it-can': {
    title: 'creates the valid items of a bulk request and lists the errors of the others',
    latitude: 'bulk creation may be all-or-nothing or not',
    touches: ['BULK-03', 'BULK-04'],
    changes: [replace(createItemsInBulk, () => createWhatIsValid)],
  },
  'filled-items-are-not-deleted': {
    title: 'returns 409 for deleting an item that has properties',
    latitude: 'the contract does not say what a deletion requires',
    touches: ['ITEM-07', 'ITEM-08'],
    changes: [
      replace(removeItem, (sound) => (deployment, item) => {
        const filled = 'SELECT 1 FROM properties WHERE item_id = ? AND deleted = 0'
        if (deployment.store.get(filled, item.id) !== undefined)
          throw conflict('item_in_use', 'the item has properties')
        sound(deployment, item)
      }),
    ],
  },
})
