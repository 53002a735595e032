import { dropsIndex } from '../changes/prepares.ts'
import { replace } from '../changes/replace.ts'
import type { Deployment } from '../../reference/service/deployment.ts'
import { conflict } from '../../reference/service/http/service-error.ts'
import { findItem } from '../../reference/service/items/find-item.ts'
import { deleteItem } from '../../reference/service/items/delete-item.ts'
import { changePartNumber } from '../../reference/service/part-numbers/change-part-number.ts'
import { knownNumber } from '../../reference/service/part-numbers/claim-part-number.ts'
import { retirePartNumber } from '../../reference/service/part-numbers/retire-part-number.ts'
import { removeProduct } from '../../reference/service/products/delete-product.ts'
import { isReadableIdInUse } from '../../reference/service/products/readable-id.ts'
import { selectionFor, selectionOfDraft } from '../../reference/service/properties/list-properties.ts'
import { publishVersion } from '../../reference/service/versions/publish-version.ts'
import { defineFaults } from './fault.ts'
import { keepsItems } from '../changes/keeps-items.ts'

/** Faults that show once a product was published. */
export const publishedProductFaults = defineFaults({
  'publication-moves-a-chosen-baseline': {
    title: 'makes each new version the baseline, even if another one was chosen',
    breaks: ['PROD-42'],
    changes: [
      replace(publishVersion, (sound) => (deployment, productId) => {
        const number = sound(deployment, productId)
        const sql = 'UPDATE products SET baseline_version_number = ? WHERE id = ?'
        if (number > 1) deployment.store.run(sql, number, productId)
        return number
      }),
    ],
  },
  'number-of-a-published-product-changes-in-place': {
    title: 'changes the part number of a published product directly',
    breaks: ['PN-11'],
    changes: [
      replace(changePartNumber, (sound) => (deployment, product, update) => {
        const { part_number: wish } = update
        const isChange = typeof wish === 'string' && product.part_number !== null && wish !== product.part_number
        if (!isChange || !isPublished(deployment, product.id)) return sound(deployment, product, update)
        retirePartNumber(deployment, { kind: 'product', id: product.id })
        sound(deployment, { ...product, part_number: null }, update)
      }),
    ],
  },
  'published-products-are-not-deleted': {
    title: 'refuses to delete a published product',
    breaks: ['PROD-52'],
    changes: [
      replace(removeProduct, (sound) => (deployment, product) => {
        if (isPublished(deployment, product.id)) throw conflict('published', 'the product has versions')
        sound(deployment, product)
      }),
    ],
  },
  'deletion-leaves-published-items': {
    title: 'still shows items of a deleted product that are in a published version',
    breaks: ['PROD-54'],
    changes: keepsItems(({ store }, { id }) => {
      const published = 'SELECT draft_item_id FROM version_items'
      return store.all(`SELECT id FROM items WHERE product_id = ? AND id IN (${published})`, id)
    }),
  },
  'number-of-a-published-product-is-free': {
    title: 'reuses the part number of a published product',
    breaks: ['PN-07', 'PN-08'],
    changes: [
      replace(knownNumber, (sound) => (deployment, claim) => {
        const known = sound(deployment, claim)
        return known?.state === 'active' && isPublished(deployment, known.product_id) ? undefined : known
      }),
      dropsIndex('part_numbers_of_organization'),
    ],
  },
  'published-product-takes-a-readable-id-in-use': {
    title: 'accepts a readable_id in use for a published product',
    breaks: ['PROD-45'],
    changes: [
      replace(
        isReadableIdInUse,
        (sound) => (deployment, wish) =>
          sound(deployment, wish) && (wish.except === undefined || !isPublished(deployment, wish.except)),
      ),
      dropsIndex('readable_ids_of_workspace'),
    ],
  },
  'published-item-is-not-deleted': {
    title: 'returns success for the deletion of a published item, but keeps it',
    breaks: ['ITEM-07'],
    changes: [
      replace(deleteItem, (sound) => (deployment, question) => {
        const { id } = findItem(deployment, question)
        const published = 'SELECT 1 FROM version_items WHERE draft_item_id = ?'
        if (deployment.store.get(published, id) === undefined) sound(deployment, question)
      }),
    ],
  },
  'version-shows-the-draft-of-a-later-item': {
    title: 'lists the properties of the draft in a version that does not contain the item yet',
    breaks: ['VER-02'],
    changes: [
      replace(selectionFor, (sound) => (deployment, question) => {
        const selection = sound(deployment, question)
        if (question.version === undefined) return selection
        const [version, item] = selection.conditions.map(({ value }) => value ?? null)
        const had = 'SELECT 1 FROM version_items WHERE version_id = ? AND draft_item_id = ?'
        const isThere = deployment.store.get(had, version ?? null, item ?? null) !== undefined
        return isThere ? selection : selectionOfDraft(deployment, question)
      }),
    ],
  },
})

function isPublished({ store }: Pick<Deployment, 'store'>, productId: string | null): boolean {
  return store.get('SELECT 1 FROM versions WHERE product_id = ?', productId) !== undefined
}
