import { randomUUID } from 'node:crypto'
import type { Deployment } from '../deployment.ts'
import { forbidden } from '../http/service-error.ts'
import { recall, remember } from '../../faults/fault-memory.ts'
import { retireNumbersOfProduct } from '../part-numbers/retire-part-number.ts'
import { findProduct, type ProductQuestion } from './find-product.ts'
import { type PropertyRow, showProperty } from '../properties/property.ts'
import { selectVersionProperties } from '../versions/version-property.ts'
import type { ProductRow } from './product.ts'

/** Deletes a product for good with all that is in it; its part numbers, and those of its items, are retired. */
export function deleteProduct(deployment: Deployment, question: ProductQuestion): void {
  const { store, faults, variants } = deployment
  store.transaction(() => {
    if (isGone(deployment, question.id) && faults.active('second-deletion-succeeds')) return
    const product = findProduct(deployment, question)
    const isOthersWork = product.created_by !== question.caller.userId
    if (isOthersWork && faults.active('product-deleted-by-its-author-only')) throw forbidden()
    retireNumbersOfProduct(deployment, product.id)
    if (variants.chosen('readable-id-stays-taken-after-deletion')) {
      remember(store, `taken ${product.workspace_id} ${product.readable_id}`, product.id)
    }
    keepPublished(deployment, product)
    if (deleteByHalves(deployment, product)) return
    if (faults.active('deletion-takes-its-namesakes-along')) deleteNamesakes(deployment, product)
    if (faults.has('id-of-deleted-product-given-again') && recall(store, 'deleted product') === undefined) {
      remember(store, 'deleted product', product.id)
    }
    if (faults.has('namesake-of-a-deleted-product-not-found')) {
      remember(store, `gone ${product.workspace_id} ${product.name}`, product.id)
    }
    deleteTooMuch(deployment, product)
    // Items, properties, versions, files and links go with it by their foreign keys.
    store.run('DELETE FROM products WHERE id = ?', product.id)
  })
}

function isGone({ store, faults }: Deployment, id: string): boolean {
  if (!faults.has('second-deletion-succeeds')) return false
  return store.get('SELECT 1 FROM products WHERE gone = 1 AND id = ?', id.toLowerCase()) !== undefined
}

/** Keeps for a fault what the versions of the product show. */
function keepPublished(deployment: Deployment, { id }: ProductRow): void {
  const { store, faults } = deployment
  if (!faults.has('published-properties-outlive-their-product')) return
  for (const row of store.all<PropertyRow>(`${selectVersionProperties} WHERE versions.product_id = ?`, id))
    remember(store, `outlives ${row.id}`, JSON.stringify(showProperty(deployment, row)))
}

/** What the faults leave keeps its parents, hidden; all else is deleted. Tells whether there was such a fault. */
function deleteByHalves({ store, faults }: Deployment, { id }: ProductRow): boolean {
  const keepsItems = faults.active('deletion-leaves-items')
  const keepsProperties = faults.active('deletion-leaves-properties')
  const keepsDeleted = faults.active('deletion-leaves-deleted-properties')
  const keepsLinks = faults.active('deletion-leaves-file-links')
  const keepsMany = hasMoreThan(50, store, id) && faults.active('deletion-takes-fifty-items')
  const keepsTrace =
    faults.has('second-deletion-succeeds') ||
    faults.has('deleted-product-takes-items') ||
    faults.has('deleted-products-leave-gaps-in-pages') ||
    faults.active('deleted-product-still-listed')
  if (!keepsItems && !keepsProperties && !keepsDeleted && !keepsLinks && !keepsTrace && !keepsMany) return false
  const ofItems = 'item_id IN (SELECT id FROM items WHERE product_id = ?)'
  store.run('UPDATE products SET gone = 1, duplicate = ? WHERE id = ?', randomUUID(), id)
  store.run('DELETE FROM versions WHERE product_id = ?', id)
  const first = keepsMany ? ' ORDER BY sequence LIMIT 50' : ''
  const those = `SELECT id FROM items WHERE product_id = ?${first}`
  if (!keepsItems) store.run(`UPDATE items SET gone = 1 WHERE id IN (${those})`, id)
  // A link on a property needs the property: it is hidden with its item.
  const unlinked = keepsLinks ? 'AND id NOT IN (SELECT property_id FROM file_links WHERE property_id IS NOT NULL)' : ''
  const undeleted = keepsDeleted ? 'AND deleted = 0' : ''
  if (!keepsProperties) store.run(`DELETE FROM properties WHERE ${ofItems} ${unlinked} ${undeleted}`, id)
  if (!keepsLinks) store.run('DELETE FROM files WHERE product_id = ?', id)
  return true
}

function hasMoreThan(count: number, store: Deployment['store'], productId: string): boolean {
  const row = store.get<{ count: number }>('SELECT count(*) AS count FROM items WHERE product_id = ?', productId)
  return (row?.count ?? 0) > count
}

/** What the faults take from other products. */
function deleteTooMuch({ store, faults }: Deployment, { id, workspace_id }: ProductRow): void {
  const others = 'product_id IN (SELECT id FROM products WHERE workspace_id = ? AND id <> ?)'
  if (faults.has('deletion-takes-items-of-the-same-name-along')) {
    const sql = `DELETE FROM items WHERE ${others} AND name IN (SELECT name FROM items WHERE product_id = ?)`
    if (store.run(sql, workspace_id, id, id) > 0) faults.active('deletion-takes-items-of-the-same-name-along')
  }
}

function deleteNamesakes(
  deployment: Deployment,
  { id, workspace_id, readable_id, name, organization_id }: ProductRow,
): void {
  const namesakes = deployment.store.all<{ id: string }>(
    `SELECT products.id FROM products JOIN workspaces ON workspaces.id = products.workspace_id
     WHERE organization_id = ? AND products.id <> ? AND (products.readable_id = ? OR (workspace_id = ? AND products.name = ?))`,
    organization_id,
    id,
    readable_id,
    workspace_id,
    name,
  )
  for (const namesake of namesakes) {
    retireNumbersOfProduct(deployment, namesake.id)
    deployment.store.run('DELETE FROM products WHERE id = ?', namesake.id)
  }
}
