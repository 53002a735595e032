import { answers, withEachRecord } from '../changes/answers.ts'
import type { Change } from '../changes/change.ts'
import { replace } from '../changes/replace.ts'
import type { Deployment } from '../../reference/service/deployment.ts'
import { productRow } from '../../reference/service/products/find-product.ts'
import { createProduct } from '../../reference/service/products/create-product.ts'
import type { ProductRow } from '../../reference/service/products/product.ts'
import { publishVersion } from '../../reference/service/versions/publish-version.ts'
import { defineVariants } from './variant.ts'

const jobMs = 150

/** Lawful differences in what a service makes of products by itself. */
export const productJobVariants = defineVariants({
  'products-are-described-later': {
    title: 'generates a description for a new product without one a moment after its creation',
    latitude:
      'the contract does not define the value of a field that was not sent, and work may be done after the answer',
    touches: ['PROD-06', 'PROD-05', 'PROD-19'],
    without: ['products-and-items-are-described-by-default'],
    changes: [
      doneLater(({ store }, { id, updated_at, description }) => {
        const sql = 'UPDATE products SET description = ? WHERE id = ? AND updated_at = ?'
        if (description === null) store.run(sql, 'A product that nobody has described', id, updated_at)
      }),
    ],
  },
  'empty-products-are-archived': {
    title: 'shows a product without items as archived',
    latitude: 'the contract does not say what archives a product',
    touches: ['PROD-09', 'PROD-42'],
    without: ['optional-product-fields-stay-away'],
    changes: [
      answers((answer, { store }) =>
        withEachRecord(answer, (record) => {
          if (typeof record['archived'] !== 'boolean') return record
          const inside = 'SELECT 1 FROM items WHERE product_id = ?'
          return { ...record, archived: store.get(inside, String(record['id']).toLowerCase()) === undefined }
        }),
      ),
    ],
  },
  'publishing-archives-a-product': {
    title: 'archives a product when it is published',
    latitude: 'the contract does not say what archives a product',
    touches: ['PROD-09', 'PROD-42', 'VER-15'],
    without: ['empty-products-are-archived', 'publishing-nothing-new-makes-no-version'],
    changes: [
      replace(publishVersion, (sound) => (deployment, productId) => {
        deployment.store.run('UPDATE products SET archived = 1 WHERE id = ?', productId)
        return sound(deployment, productId)
      }),
    ],
  },
  'products-have-a-place-in-their-workspace': {
    title: 'shows the place of a product among those of its workspace, by name',
    latitude: 'extra fields are lawful anywhere',
    touches: ['PROD-58', 'PROD-19', 'GEN-04'],
    changes: [
      answers((answer, { store }) =>
        withEachRecord(answer, (record) => {
          if (!('workspace_id' in record)) return record
          const before = 'SELECT count(*) AS place FROM products WHERE workspace_id = ? AND name < ?'
          const asked = [String(record['workspace_id']).toLowerCase(), String(record['name'])]
          return { ...record, ...store.get<{ place: number }>(before, ...asked) }
        }),
      ),
    ],
  },
})

/** A job that is done with each new product a moment later, unless it is deleted by then. */
function doneLater(work: (deployment: Deployment, product: ProductRow) => void): Change {
  return replace(createProduct, (sound, reached) => (deployment, body, caller) => {
    const made = sound(deployment, body, caller)
    const job = (): void => {
      const product = deployment.closing.aborted ? undefined : productRow(deployment, made.id)
      if (product === undefined) return
      reached()
      work(deployment, product)
    }
    setTimeout(job, jobMs).unref()
    return made
  })
}
