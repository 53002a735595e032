import { hidesDeletedItems } from '../changes/deleted-items.ts'
import { replace } from '../changes/replace.ts'
import { conflict } from '../service/http/service-error.ts'
import { createItemsInBulk } from '../service/items/create-items-in-bulk.ts'
import { removeItem } from '../service/items/delete-item.ts'
import { showItem } from '../service/items/item.ts'
import { createWhatIsValid } from './create-what-is-valid.ts'
import { defineVariants } from './variant.ts'

/** Lawful differences in items. */
export const itemVariants = defineVariants({
  'unset-fields-of-items-are-null': {
    title: 'gives null for an unset description or part number of an item',
    latitude: 'the complete item record is not shown',
    changes: [
      replace(showItem, (sound) => (deployment, row) => ({
        description: null,
        part_number: null,
        ...sound(deployment, row),
      })),
    ],
  },
  'bulk-creates-what-it-can': {
    title: 'creates the good items of a bulk request and lists the bad ones beside them',
    latitude: 'bulk creation may be all-or-nothing or not',
    changes: [replace(createItemsInBulk, () => createWhatIsValid)],
  },
  'deleted-items-stay-in-file-links': {
    title: 'keeps the links of a file to items that were deleted',
    latitude: 'what becomes of the links is said of the deletion of products alone',
    without: ['filled-items-are-not-deleted'],
    changes: hidesDeletedItems(),
  },
  'filled-items-are-not-deleted': {
    title: 'answers 409 to deleting an item that has properties',
    latitude: 'what a deletion asks for is not shown',
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
