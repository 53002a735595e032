import { answersOf } from '../changes/answers.ts'
import type { Change, RuleChange } from '../changes/change.ts'
import { keepsItems, showsKept } from '../changes/keeps-items.ts'
import { forget, recall, remember } from '../changes/memory.ts'
import { replace } from '../changes/replace.ts'
import type { Deployment } from '../../reference/service/deployment.ts'
import { broken } from '../../reference/service/http/service-error.ts'
import { listPage } from '../../reference/service/http/page.ts'
import { retireNumbersOfProduct } from '../../reference/service/part-numbers/retire-part-number.ts'
import { deleteProduct, removeProduct } from '../../reference/service/products/delete-product.ts'
import { productRow } from '../../reference/service/products/find-product.ts'
import { insertProduct } from '../../reference/service/products/create-product.ts'
import type { ProductRow } from '../../reference/service/products/product.ts'
import { propertyRow } from '../../reference/service/properties/find-property.ts'
import { type PropertyRow, showProperty } from '../../reference/service/properties/property.ts'
import { selectVersionProperties } from '../../reference/service/versions/version-property.ts'
import { defineFaults } from './fault.ts'
import { setProduct } from './set-product.ts'

/** Faults in what the deletion of a product leaves, and in what it takes along. */
export const productDeletionFaults = defineFaults({
  'deletion-breaks-after-the-fact': {
    title: 'deletes a product but returns 500',
    breaks: ['PROD-52', 'ERR-15'],
    changes: [
      replace(deleteProduct, (sound) => (deployment, question) => {
        sound(deployment, question)
        throw broken()
      }),
    ],
  },
  'second-deletion-succeeds': {
    title: 'returns 204 for deleting a product a second time',
    breaks: ['PROD-57'],
    changes: [
      replace(removeProduct, (sound) => (deployment, product) => {
        sound(deployment, product)
        remember(deployment, `second-deletion ${product.id}`, true)
      }),
      replace(deleteProduct, (sound) => (deployment, question) => {
        const isGone = recall(deployment, `second-deletion ${question.id.toLowerCase()}`) !== undefined
        if (!isGone) sound(deployment, question)
      }),
    ],
  },
  'deleted-product-still-listed': {
    title: 'lists a deleted product',
    breaks: ['PROD-53'],
    changes: [...hiding('deleted-product-still-listed')],
  },
  'deleted-products-leave-gaps-in-pages': {
    title: 'cuts pages of products before it removes deleted ones',
    breaks: ['PAGE-06'],
    changes: [
      ...hiding('deleted-products-leave-gaps'),
      replace(listPage, (sound) => (deployment, request, selection) => {
        const { items } = sound(deployment, request, selection)
        const left = items.filter((entry) => !isHidden(deployment, 'deleted-products-leave-gaps', idOf(entry)))
        return { items: left, count: left.length }
      }),
    ],
  },
  'deletion-leaves-items': {
    title: 'keeps the items of a deleted product',
    breaks: ['PROD-54'],
    changes: keepsItems(({ store }, { id }) => store.all<Id>('SELECT id FROM items WHERE product_id = ?', id)),
  },
  'deletion-takes-fifty-items': {
    title: 'deletes only the first fifty items of a product',
    breaks: ['PROD-54'],
    changes: keepsItems(({ store }, { id }) =>
      store.all<Id>('SELECT id FROM items WHERE product_id = ? ORDER BY sequence LIMIT -1 OFFSET 50', id),
    ),
  },
  'deletion-leaves-properties': {
    title: 'keeps the properties of a deleted product',
    breaks: ['PROD-55'],
    changes: keepsProperties(() => true),
  },
  'deletion-leaves-deleted-properties': {
    title: 'keeps the soft-deleted properties of a deleted product',
    breaks: ['PROD-55'],
    changes: keepsProperties(({ deleted }) => deleted === 1),
  },
  'deletion-leaves-properties-beyond-a-page': {
    title: 'keeps the properties of a deleted product from the 51st on',
    breaks: ['PROD-55'],
    changes: keepsProperties((_, index) => index >= 50),
  },
  'published-properties-outlive-their-product': {
    title: 'still shows the published properties of a deleted product',
    breaks: ['PROD-55'],
    changes: [
      replace(removeProduct, (sound) => (deployment, product) => {
        const sql = `${selectVersionProperties} WHERE versions.product_id = ?`
        for (const row of deployment.store.all<PropertyRow>(sql, product.id))
          remember(deployment, `kept ${row.id}`, showProperty(deployment, row))
        sound(deployment, product)
      }),
      showsKept('GET /properties/:property_id'),
    ],
  },
  'deletion-leaves-file-links': {
    title: 'keeps the file links of a deleted product',
    breaks: ['PROD-56'],
    changes: [
      answersOf({ routes: ['GET /files/:id'] }, (answer, deployment) => {
        remember(deployment, `kept ${idOf(answer.json)}`, answer.json)
        return answer
      }),
      showsKept('GET /files/:id'),
    ],
  },
  'deletion-takes-its-namesakes-along': {
    title: 'deletes a product and also products with its readable_id in other workspaces or its name in the same one',
    breaks: ['PROD-58'],
    changes: [
      replace(removeProduct, (sound) => (deployment, product) => {
        sound(deployment, product)
        for (const namesake of namesakesOf(deployment, product)) {
          retireNumbersOfProduct(deployment, namesake.id)
          sound(deployment, namesake)
        }
      }),
    ],
  },
  'deletion-takes-items-of-the-same-name-along': {
    title: 'deletes a product and also items of other products with the names of its items',
    breaks: ['PROD-58'],
    changes: [
      replace(removeProduct, (sound) => (deployment, product) => {
        const { id, workspace_id: workspaceId } = product
        const others = 'product_id IN (SELECT id FROM products WHERE workspace_id = ? AND id <> ?)'
        const sql = `DELETE FROM items WHERE ${others} AND name IN (SELECT name FROM items WHERE product_id = ?)`
        deployment.store.run(sql, workspaceId, id, id)
        sound(deployment, product)
      }),
    ],
  },
  'id-of-deleted-product-given-again': {
    title: 'reuses the id of a deleted product for a new one',
    breaks: ['GEN-05'],
    changes: [
      replace(removeProduct, (sound) => (deployment, product) => {
        sound(deployment, product)
        const key = 'id-of-deleted-product-given-again'
        if (recall(deployment, key) === undefined) remember(deployment, key, { id: product.id, since: 0 })
      }),
      replace(insertProduct, (sound) => (deployment, product) => {
        const id = sound(deployment, product)
        const key = 'id-of-deleted-product-given-again'
        const deleted = recall<{ readonly id: string; since: number }>(deployment, key)?.value
        if (deleted === undefined) return id
        deleted.since += 1
        // Not at once: whoever deleted it may still be looking at what is left of it.
        // A creation whose number is rejected leaves nothing.
        if (deleted.since < 120 || typeof product.body.part_number === 'string') return id
        forget(deployment, key)
        setProduct(deployment, id, { id: deleted.id })
        return deleted.id
      }),
    ],
  },
  'namesake-of-a-deleted-product-not-found': {
    title: 'does not find a new product with the name of a deleted one of its workspace',
    breaks: ['PROD-59'],
    changes: [
      replace(removeProduct, (sound) => (deployment, product) => {
        sound(deployment, product)
        remember(deployment, `namesake-of-a-deleted ${product.workspace_id} ${product.name}`, true)
      }),
      replace(insertProduct, (sound) => (deployment, product) => {
        const id = sound(deployment, product)
        const key = `namesake-of-a-deleted ${product.workspace.id} ${product.body.name}`
        if (recall(deployment, key) !== undefined) setProduct(deployment, id, { folded_name: '' })
        return id
      }),
    ],
  },
})

interface Id {
  readonly id: string
}

/** A deleted product keeps its row, and so its place in lists; what was in it is deleted, and no look-up finds it. */
function hiding(key: string): readonly RuleChange[] {
  return [
    replace(removeProduct, () => (deployment, { id }) => {
      for (const table of ['versions', 'items', 'files'])
        deployment.store.run(`DELETE FROM ${table} WHERE product_id = ?`, id)
      remember(deployment, `${key} ${id}`, true)
    }),
    replace(productRow, (sound) => (deployment, id) => {
      const row = sound(deployment, id)
      return row !== undefined && isHidden(deployment, key, row.id) ? undefined : row
    }),
  ]
}

function isHidden(deployment: Deployment, key: string, id: string): boolean {
  return recall(deployment, `${key} ${id}`) !== undefined
}

function keepsProperties(isKept: (row: PropertyRow, index: number) => boolean): readonly Change[] {
  return [
    replace(removeProduct, (sound) => (deployment, product) => {
      const ofProduct =
        'SELECT id FROM properties WHERE item_id IN (SELECT id FROM items WHERE product_id = ?) ORDER BY rowid'
      for (const [index, { id }] of deployment.store.all<Id>(ofProduct, product.id).entries()) {
        const row = propertyRow(deployment, id)
        if (row !== undefined && isKept(row, index)) remember(deployment, `kept ${id}`, showProperty(deployment, row))
      }
      sound(deployment, product)
    }),
    showsKept('GET /properties/:property_id'),
  ]
}

function idOf(entry: unknown): string {
  return String(Reflect.get(Object(entry), 'id'))
}

/** Those of its organization that have its readable id, and those of its workspace that have its name. */
function namesakesOf({ store }: Deployment, product: ProductRow): readonly ProductRow[] {
  return store.all<ProductRow>(
    `SELECT products.* FROM products JOIN workspaces ON workspaces.id = products.workspace_id
     WHERE organization_id = ? AND products.id <> ? AND (products.readable_id = ? OR (workspace_id = ? AND products.name = ?))`,
    product.organization_id,
    product.id,
    product.readable_id,
    product.workspace_id,
    product.name,
  )
}
