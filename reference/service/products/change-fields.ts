import type { Deployment } from '../deployment.ts'
import { validationError } from '../http/service-error.ts'
import { rule } from '../rule.ts'
import { foldedName } from './fold.ts'
import type { ProductRow } from './product.ts'
import type { ProductUpdate } from './product-body.ts'
import { refuseUsedReadableId } from './readable-id.ts'
import { storedDescription } from './stored-description.ts'

/** Writes every given field but the part number, which has rules of its own. */
export const changeFields = rule((deployment: Deployment, product: ProductRow, body: ProductUpdate): void => {
  if (body.readable_id !== undefined) changeReadableId(deployment, product, body.readable_id)
  if (body.name !== undefined) changeName(deployment, product, body.name)
  if (body.description !== undefined) changeDescription(deployment, product, body.description)
  if (body.baseline_version_number !== undefined) changeBaseline(deployment, product, body.baseline_version_number)
})

/** A readable id is unique within the workspace; a product may be given the one that it has. */
export const changeReadableId = rule((deployment: Deployment, product: ProductRow, readableId: string): void => {
  refuseUsedReadableId(deployment, { workspaceId: product.workspace_id, readableId, except: product.id })
  deployment.store.run('UPDATE products SET readable_id = ? WHERE id = ?', readableId, product.id)
})

/** Searches find the new name and no longer the old one. */
export const changeName = rule((deployment: Deployment, { id }: ProductRow, name: string): void => {
  const sql = 'UPDATE products SET name = ?, folded_name = ? WHERE id = ?'
  deployment.store.run(sql, name, foldedName(deployment, name), id)
})

/** An empty description removes it. */
export const changeDescription = rule((deployment: Deployment, { id }: ProductRow, description: string): void => {
  const sql = 'UPDATE products SET description = ? WHERE id = ?'
  deployment.store.run(sql, storedDescription(deployment, description), id)
})

/** The baseline is a version that the product has. */
export const changeBaseline = rule(({ store }: Deployment, { id }: ProductRow, version: number): void => {
  const known = 'SELECT 1 FROM versions WHERE product_id = ? AND number = ?'
  if (store.get(known, id, Math.min(version, Number.MAX_SAFE_INTEGER)) === undefined) {
    const loc = ['body', 'baseline_version_number']
    throw validationError({ loc, msg: 'is no version of the product', type: 'unknown_version' })
  }
  store.run('UPDATE products SET baseline_version_number = ? WHERE id = ?', version, id)
})
