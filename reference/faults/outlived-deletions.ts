import { recall, remember } from '../changes/memory.ts'
import { replace } from '../changes/replace.ts'
import { itemRow } from '../service/items/find-item.ts'
import { type ItemRow, selectItems } from '../service/items/item.ts'
import { removeProduct } from '../service/products/delete-product.ts'
import { insertProduct } from '../service/products/insert-product.ts'
import { defineFaults } from './fault.ts'

/** Faults in which a deleted product, or only some of what was in it, outlives the deletion. */
export const outlivedDeletionFaults = defineFaults({
  'numbered-products-are-spared': {
    title: 'answers a success to the deletion of a product with a part number, and leaves it there',
    breaks: ['PROD-53'],
    changes: [
      replace(removeProduct, (sound) => (deployment, product) => {
        if (product.part_number === null) sound(deployment, product)
      }),
    ],
  },
  'deletion-leaves-numbered-items': {
    title: 'leaves the items of a deleted product that have a part number',
    breaks: ['PROD-54'],
    changes: [
      replace(removeProduct, (sound) => (deployment, product) => {
        const numbered = 'items.id IN (SELECT item_id FROM part_numbers)'
        const sql = `${selectItems} WHERE items.product_id = ? AND ${numbered}`
        for (const item of deployment.store.all<ItemRow>(sql, product.id))
          remember(deployment, `numbered ${item.id}`, item)
        sound(deployment, product)
      }),
      replace(
        itemRow,
        (sound) => (deployment, id) =>
          sound(deployment, id) ?? recall<ItemRow>(deployment, `numbered ${id.toLowerCase()}`)?.value,
      ),
    ],
  },
  'deletion-clears-descriptions-of-its-namesakes': {
    title: 'clears the descriptions of the products that have the name of a deleted one',
    breaks: ['PROD-58'],
    changes: [
      replace(removeProduct, (sound) => (deployment, product) => {
        sound(deployment, product)
        const sql = 'UPDATE products SET description = NULL WHERE workspace_id = ? AND name = ?'
        deployment.store.run(sql, product.workspace_id, product.name)
      }),
    ],
  },
  'description-of-a-deleted-product-comes-back': {
    title: 'gives a new product the description of a deleted one that had its readable_id',
    breaks: ['PROD-18'],
    changes: [
      replace(removeProduct, (sound) => (deployment, product) => {
        const { workspace_id: place, readable_id: readableId, description } = product
        if (description !== null) remember(deployment, `described ${place} ${readableId}`, description)
        sound(deployment, product)
      }),
      replace(insertProduct, (sound) => (deployment, product) => {
        const { body, workspace } = product
        const former = recall<string>(deployment, `described ${workspace.id} ${body.readable_id}`)?.value
        if (former === undefined || body.description !== undefined) return sound(deployment, product)
        return sound(deployment, { ...product, body: { ...body, description: former } })
      }),
    ],
  },
})
