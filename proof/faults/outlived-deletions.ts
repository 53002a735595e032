import { answersOf } from '../changes/answers.ts'
import type { AnswerChange, RuleChange } from '../changes/change.ts'
import { hidesDeletedItems } from '../changes/deleted-items.ts'
import { recall, remember } from '../changes/memory.ts'
import { replace } from '../changes/replace.ts'
import { itemRow } from '../../reference/service/items/find-item.ts'
import { type ItemRow, selectItems } from '../../reference/service/items/item.ts'
import { removeProduct } from '../../reference/service/products/delete-product.ts'
import { insertProduct } from '../../reference/service/products/create-product.ts'
import { defineFaults } from './fault.ts'

/** Faults in which a deleted product or item, or only some of what was in it, outlives the deletion. */
export const outlivedDeletionFaults = defineFaults({
  'properties-of-deleted-items-stay-in-the-list-of-all': {
    title: 'still lists the properties of a deleted item if no item is given',
    breaks: ['ITEM-08'],
    changes: hidesDeletedItems('TRUE'),
  },
  'numbered-products-are-spared': {
    title: 'returns success for the deletion of a product with a part number, but keeps it',
    breaks: ['PROD-53'],
    changes: [
      replace(removeProduct, (sound) => (deployment, product) => {
        if (product.part_number === null) sound(deployment, product)
      }),
    ],
  },
  'deletion-leaves-numbered-items': {
    title: 'keeps the items with a part number of a deleted product',
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
  'item-of-a-deleted-product-is-updated': {
    title: 'accepts an update of an item whose product was deleted',
    breaks: ['PROD-54'],
    changes: writesOutlive('PATCH /items/:item_id', 'items'),
  },
  'item-of-a-deleted-product-is-deleted': {
    title: 'returns success for the deletion of an item of a deleted product',
    breaks: ['PROD-54'],
    changes: writesOutlive('DELETE /items/:item_id', 'items'),
  },
  'property-of-a-deleted-product-is-updated': {
    title: 'accepts an update of a property whose product was deleted',
    breaks: ['PROD-55'],
    changes: writesOutlive('PATCH /properties/:property_id', 'properties'),
  },
  'deletion-clears-descriptions-of-its-namesakes': {
    title: 'clears the descriptions of all products with the name of a deleted one',
    breaks: ['PROD-58'],
    changes: [
      replace(removeProduct, (sound) => (deployment, product) => {
        sound(deployment, product)
        const sql = 'UPDATE products SET description = NULL WHERE workspace_id = ? AND name = ?'
        deployment.store.run(sql, product.workspace_id, product.name)
      }),
    ],
  },
  'items-of-a-deleted-product-come-back': {
    title: 'shows the items of a deleted product again when a new product gets its readable_id',
    breaks: ['PROD-54'],
    changes: [
      replace(removeProduct, (sound) => (deployment, product) => {
        const { id, workspace_id: place, readable_id: readableId } = product
        const ids = deployment.store.all<{ id: string }>('SELECT id FROM items WHERE product_id = ?', id)
        remember(deployment, `held ${place} ${readableId}`, ids)
        sound(deployment, product)
      }),
      replace(insertProduct, (sound) => (deployment, product) => {
        const held = `held ${product.workspace.id} ${product.body.readable_id}`
        for (const { id } of recall<ReadonlyArray<{ id: string }>>(deployment, held)?.value ?? [])
          remember(deployment, `back ${id}`, true)
        return sound(deployment, product)
      }),
      answersOf({ routes: ['GET /items/:item_id'], statuses: [404] }, (answer, deployment) => {
        const id = new URL(answer.request.url, 'http://localhost').pathname.split('/').at(-1) ?? ''
        return recall(deployment, `back ${id}`) === undefined ? answer : { ...answer, status: 200, json: { id } }
      }),
    ],
  },
  'description-of-a-deleted-product-comes-back': {
    title: 'gives a new product the description of a deleted one with the same readable_id',
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

/** A write to what went with a product is answered with a success. */
function writesOutlive(route: string, table: 'items' | 'properties'): readonly (RuleChange | AnswerChange)[] {
  const ofProduct = {
    items: 'SELECT id FROM items WHERE product_id = ?',
    properties: 'SELECT properties.id FROM properties JOIN items ON items.id = item_id WHERE product_id = ?',
  }
  return [
    replace(removeProduct, (sound) => (deployment, product) => {
      for (const { id } of deployment.store.all<{ id: string }>(ofProduct[table], product.id))
        remember(deployment, `gone ${id}`, true)
      sound(deployment, product)
    }),
    answersOf({ routes: [route], statuses: [404] }, (answer, deployment) => {
      const id = new URL(answer.request.url, 'http://localhost').pathname.split('/').at(-1) ?? ''
      return recall(deployment, `gone ${id}`) === undefined ? answer : { ...answer, status: 200, json: { id } }
    }),
  ]
}
