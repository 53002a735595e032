import type { Deployment } from '../deployment.ts'
import { validationError } from '../http/service-error.ts'
import { changePartNumber } from '../part-numbers/change-part-number.ts'
import { findProduct, type ProductQuestion } from './find-product.ts'
import { fold } from './fold.ts'
import { type Product, type ProductRow, showProduct } from './product.ts'
import type { ProductUpdate } from './product-body.ts'
import { refuseTakenReadableId } from './readable-id.ts'

/** Changes what the body gives and nothing else; a refusal of one field refuses all of them. */
export async function updateProduct(
  deployment: Deployment,
  question: ProductQuestion,
  body: ProductUpdate,
): Promise<Product> {
  return deployment.store.transaction(() => {
    const before = findProduct(deployment, question)
    changeReadableId(deployment, before, body.readable_id)
    changeName(deployment, before, body.name)
    changeDescription(deployment, before, body.description)
    changeBaseline(deployment, before, body.baseline_version_number)
    changePartNumber(deployment, before, body.part_number)
    const after = findProduct(deployment, question)
    if (JSON.stringify(after) === JSON.stringify(before)) return showProduct(deployment, after)
    touch(deployment, before, question.caller.userId)
    return showProduct(deployment, findProduct(deployment, question))
  })
}

function changeReadableId(deployment: Deployment, product: ProductRow, readableId: string | undefined): void {
  if (readableId === undefined) return
  refuseTakenReadableId(deployment, { workspaceId: product.workspace_id, readableId, except: product.id })
  deployment.store.run('UPDATE products SET readable_id = ? WHERE id = ?', readableId, product.id)
}

function changeName(deployment: Deployment, product: ProductRow, name: string | undefined): void {
  if (name === undefined) return
  deployment.store.run('UPDATE products SET name = ?, folded_name = ? WHERE id = ?', name, fold(name), product.id)
}

function changeDescription(deployment: Deployment, product: ProductRow, description: string | undefined): void {
  if (description === undefined) return
  deployment.store.run(
    'UPDATE products SET description = ? WHERE id = ?',
    description === '' ? null : description,
    product.id,
  )
}

function changeBaseline(deployment: Deployment, product: ProductRow, version: number | undefined): void {
  if (version === undefined) return
  const exists = deployment.store.get(
    'SELECT 1 FROM versions WHERE product_id = ? AND number = ?',
    product.id,
    Math.min(version, Number.MAX_SAFE_INTEGER),
  )
  if (exists === undefined) {
    throw validationError({
      loc: ['body', 'baseline_version_number'],
      msg: 'is no version of the product',
      type: 'unknown_version',
    })
  }
  deployment.store.run('UPDATE products SET baseline_version_number = ? WHERE id = ?', version, product.id)
}

/** Two changes within a millisecond still move the time forward. */
function touch(deployment: Deployment, before: ProductRow, userId: string): void {
  const now = new Date(Math.max(Date.now(), Date.parse(before.updated_at) + 1)).toISOString()
  deployment.store.run('UPDATE products SET updated_by = ?, updated_at = ? WHERE id = ?', userId, now, before.id)
}
