import { replace } from '../changes/replace.ts'
import { createItems } from '../../reference/service/items/create-item.ts'
import { removeItem } from '../../reference/service/items/delete-item.ts'
import { changeItem } from '../../reference/service/items/update-item.ts'
import { removeProduct } from '../../reference/service/products/delete-product.ts'
import { changeDescription } from '../../reference/service/products/update-product.ts'
import { createProperties } from '../../reference/service/properties/create-property.ts'
import { deleteProperty } from '../../reference/service/properties/delete-property.ts'
import { findProperty } from '../../reference/service/properties/find-property.ts'
import { changeProperty } from '../../reference/service/properties/update-property.ts'
import { defineFaults } from './fault.ts'

/** Other files with the same size, type and bytes as one of the files that a condition selects. */
const sameBytes = `files WHERE EXISTS (SELECT 1 FROM files AS gone JOIN file_links ON file_links.file_id = gone.id
  WHERE gone.id <> files.id AND gone.content = files.content`

/** Faults in which records are told from each other by what several may share: a name, or the bytes of a file. */
export const namesakeFaults = defineFaults({
  'items-of-one-name-in-a-bulk-are-one': {
    title: 'creates a single item for all entries with the same name in a bulk creation',
    breaks: ['BULK-01'],
    changes: [
      replace(
        createItems,
        (sound) => (deployment, body, caller) =>
          sound(deployment, { ...body, items: firstOfEach(body.items, 'name') }, caller),
      ),
    ],
  },
  'items-of-one-description-in-a-bulk-are-one': {
    title: 'creates a single item for all entries with the same description in a bulk creation',
    breaks: ['BULK-01'],
    changes: [
      replace(
        createItems,
        (sound) => (deployment, body, caller) =>
          sound(deployment, { ...body, items: firstOfEach(body.items, 'description') }, caller),
      ),
    ],
  },
  'properties-of-one-name-in-a-bulk-are-one': {
    title: 'creates a single property for all entries with the same name in a bulk creation',
    breaks: ['BULK-02'],
    changes: [
      replace(
        createProperties,
        (sound) => (deployment, body, caller) =>
          sound(deployment, { ...body, properties: firstOfEach(body.properties, 'name') }, caller),
      ),
    ],
  },
  'item-deletion-takes-its-namesakes-along': {
    title: "deletes an item and also the product's other items with the same name",
    breaks: ['ITEM-07'],
    changes: [
      replace(removeItem, (sound) => (deployment, item) => {
        sound(deployment, item)
        deployment.store.run('DELETE FROM items WHERE product_id = ? AND name = ?', item.product_id, item.name)
      }),
    ],
  },
  'property-deletion-takes-its-namesakes-along': {
    title: "deletes a property and also the item's other properties with the same name",
    breaks: ['PROP-34'],
    changes: [
      replace(deleteProperty, (sound) => (deployment, question) => {
        const { item_id: itemId, name } = findProperty(deployment, question)
        sound(deployment, question)
        deployment.store.run('UPDATE properties SET deleted = 1 WHERE item_id = ? AND name = ?', itemId, name)
      }),
    ],
  },
  'item-update-reaches-its-namesakes': {
    title: "updates the description of an item and also of the product's other items with the same name",
    breaks: ['ITEM-06'],
    changes: [
      replace(changeItem, (sound) => (deployment, before, update) => {
        sound(deployment, before, update)
        const sql = 'UPDATE items SET description = ? WHERE product_id = ? AND name = ?'
        const { description = '' } = update
        if (description !== '') deployment.store.run(sql, description, before.product_id, before.name)
      }),
    ],
  },
  'property-update-reaches-its-namesakes': {
    title: "updates the description of a property and also of the item's other properties with the same name",
    breaks: ['PROP-33'],
    changes: [
      replace(changeProperty, (sound) => (deployment, before, update) => {
        sound(deployment, before, update)
        const sql = 'UPDATE properties SET description = ? WHERE item_id = ? AND name = ?'
        const { description } = update
        if (typeof description === 'string') deployment.store.run(sql, description, before.item_id, before.name)
      }),
    ],
  },
  'product-update-reaches-its-namesakes': {
    title: "updates the description of a product and also of the workspace's other products with the same name",
    breaks: ['PROD-42'],
    changes: [
      replace(changeDescription, (sound) => (deployment, product, description) => {
        sound(deployment, product, description)
        const sql = 'UPDATE products SET description = ? WHERE workspace_id = ? AND name = ?'
        if (description !== '') deployment.store.run(sql, description, product.workspace_id, product.name)
      }),
    ],
  },
  'product-deletion-takes-the-same-bytes-along': {
    title: "deletes a product and also other products' files with the same bytes",
    breaks: ['PROD-58'],
    changes: [
      replace(removeProduct, (sound) => (deployment, product) => {
        deployment.store.run(`DELETE FROM ${sameBytes} AND gone.product_id = ?)`, product.id)
        sound(deployment, product)
      }),
    ],
  },
  'item-deletion-takes-the-same-bytes-along': {
    title: "deletes an item and also other items' files with the same bytes",
    breaks: ['ITEM-07'],
    changes: [
      replace(removeItem, (sound) => (deployment, item) => {
        deployment.store.run(`DELETE FROM ${sameBytes} AND file_links.item_id = ?)`, item.id)
        sound(deployment, item)
      }),
    ],
  },
})

/** The entries without those that share a field with one before them. */
function firstOfEach<Field extends string, Entry extends { readonly [Name in Field]?: string | null | undefined }>(
  entries: readonly Entry[],
  field: Field,
): readonly Entry[] {
  return entries.filter((entry, index) => {
    const text = entry[field]
    return typeof text !== 'string' || entries.findIndex((one) => one[field] === text) === index
  })
}
