import { hidesDeletedItems } from '../changes/deleted-items.ts'
import { replace } from '../changes/replace.ts'
import { softDelete } from '../../reference/control/application.ts'
import { idFromPath } from '../../reference/service/http/access.ts'
import { removeItem } from '../../reference/service/items/delete-item.ts'
import { createProduct } from '../../reference/service/products/create-product.ts'
import { addProperty } from '../../reference/service/properties/create-property.ts'
import { propertyRow } from '../../reference/service/properties/find-property.ts'
import { randomUUID } from 'node:crypto'
import { defineVariants } from './variant.ts'

const cascadeMs = 1000
const markMs = 500

/** Lawful differences in when what belongs to an item or a product comes and goes. */
export const itemHabitVariants = defineVariants({
  'properties-of-deleted-items-go-later': {
    title: 'deletes an item immediately and its properties a second later',
    latitude: 'work may be done shortly after the answer',
    touches: ['ITEM-08'],
    without: ['first-items-are-not-deleted'],
    changes: [
      ...hidesDeletedItems('TRUE'),
      replace(removeItem, (sound) => (deployment, item) => {
        sound(deployment, item)
        const remove = (): void => {
          if (!deployment.closing.aborted) deployment.store.run('DELETE FROM items WHERE id = ?', item.id)
        }
        setTimeout(remove, cascadeMs).unref()
      }),
    ],
  },
  'soft-deletions-show-a-moment-later': {
    title: 'soft-deletes a property half a second after a user deletes it in the web application',
    latitude: 'work may be done shortly after the answer',
    touches: ['PROP-23', 'PROP-24', 'PROP-39'],
    changes: [
      replace(softDelete, (sound) => (deployment, id) => {
        const mark = (): void => {
          if (!deployment.closing.aborted) sound(deployment, idFromPath(deployment, id))
        }
        setTimeout(mark, markMs).unref()
        return propertyRow(deployment, id) !== undefined
      }),
    ],
  },
  'deleted-properties-are-restored': {
    title: 'restores a deleted property when another one with its name is created in the item',
    latitude: 'a soft-deleted property still exists and may be restored',
    touches: ['GEN-05', 'PROP-34'],
    // An id that was unknown in between is given again.
    without: ['soft-deleted-property-is-not-shown-by-id', 'deleted-properties-are-gone-for-good'],
    changes: [
      replace(addProperty, (sound) => (deployment, property) => {
        const made = sound(deployment, property)
        const { store } = deployment
        const sql = 'SELECT id FROM properties WHERE item_id = ? AND name = ? AND deleted = 1'
        const deleted = store.get<{ id: string }>(sql, property.item.id, property.content.name)
        if (deleted === undefined) return made
        store.run('DELETE FROM properties WHERE id = ?', deleted.id)
        store.run('UPDATE properties SET id = ? WHERE id = ?', deleted.id, made.id)
        return { ...made, id: deleted.id }
      }),
    ],
  },
  'products-number-themselves': {
    title: 'generates a part number for a product if none is sent',
    latitude: 'a deployment may generate part numbers',
    touches: ['PROD-05', 'PN-02', 'PROD-33'],
    changes: [
      replace(
        createProduct,
        (sound) => (deployment, body, caller) =>
          sound(deployment, { part_number: `AUTO-${randomUUID().slice(0, 18)}`, ...body }, caller),
      ),
    ],
  },
})
