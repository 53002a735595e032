import { isDeepStrictEqual } from 'node:util'
import type { Deployment } from '../deployment.ts'
import type { Caller } from '../http/caller.ts'
import { changePartNumber } from '../part-numbers/change-part-number.ts'
import { rule } from '../rule.ts'
import { laterThan } from '../store/later-than.ts'
import { findProduct, type ProductQuestion } from './find-product.ts'
import { type Product, type ProductRow, showProduct } from './product.ts'
import type { ProductUpdate } from './product-body.ts'
import { validationError } from '../http/service-error.ts'
import { foldedName } from './fold.ts'
import { refuseUsedReadableId } from './readable-id.ts'
import { storedDescription } from './stored-description.ts'

/** Changes what the body gives and nothing else; a rejection of one field refuses all of them. */
export const updateProduct = rule((deployment: Deployment, question: ProductQuestion, body: ProductUpdate): Product =>
  deployment.store.transaction(() => {
    const before = findProduct(deployment, question)
    changeFields(deployment, before, body)
    changePartNumber(deployment, before, body)
    const isChanged = !isDeepStrictEqual(findProduct(deployment, question), before)
    if (isChanged) touchProduct(deployment, before, question.caller)
    return showProduct(deployment, findProduct(deployment, question))
  }),
)

/** A change is its caller's and moves the time forward, two within a millisecond too; the creation stays as it is. */
export const touchProduct = rule(({ store }: Deployment, before: ProductRow, { userId }: Caller): void => {
  const sql = 'UPDATE products SET updated_by = ?, updated_at = ? WHERE id = ?'
  store.run(sql, userId, laterThan(before.updated_at), before.id)
})

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
