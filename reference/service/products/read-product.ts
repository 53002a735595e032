import type { FastifyRequest } from 'fastify'
import type { Deployment } from '../deployment.ts'
import { recall, remember } from '../../faults/fault-memory.ts'
import { readLimit } from '../http/page.ts'
import { Query } from '../http/query.ts'
import { findProduct, type ProductQuestion, productRow } from './find-product.ts'
import { type Product, showProduct } from './product.ts'

/** One product, as its own endpoint shows it. */
export function readProduct(deployment: Deployment, question: ProductQuestion, request: FastifyRequest): Product {
  const { faults, store } = deployment
  const row = productRow(deployment, question.id)
  const isForeign = row !== undefined && row.organization_id !== question.caller.organizationId
  if (row !== undefined && faults.has('product-just-read-is-given-to-anybody')) {
    const last = recall(store, `read ${row.id}`)
    const isFresh = last !== undefined && Date.now() - last.at < 1000
    if (isForeign && isFresh && faults.active('product-just-read-is-given-to-anybody'))
      return showProduct(deployment, row)
    if (!isForeign) remember(store, `read ${row.id}`, '')
  }
  if (isForeign && faults.active('foreign-product-is-shown')) return showProduct(deployment, row)
  const key = `read ${row?.id ?? ''}`
  const kept = isForeign && faults.has('product-kept-for-whoever-asks-next') ? recall(store, key) : undefined
  if (row && kept && Date.now() - kept.at < 2000 && faults.active('product-kept-for-whoever-asks-next'))
    return showProduct(deployment, row)
  const product = showProduct(deployment, findProduct(deployment, question))
  if (faults.has('product-kept-for-whoever-asks-next')) remember(store, key, '')
  if (faults.active('single-product-minds-the-limit')) readLimit(deployment, new Query(request))
  const hasStatus = product.status !== undefined && product.status !== null
  if (hasStatus && faults.active('reading-moves-updated-at')) {
    const later = new Date(Date.parse(product.updatedAt) + 1).toISOString()
    store.run('UPDATE products SET updated_at = ? WHERE id = ?', later, product.id)
  }
  if (faults.has('changes-by-others-show-late')) return keptForReader(deployment, question.caller.userId, product)
  const isOthers = product.createdBy.id !== question.caller.userId
  if (isOthers && faults.active('reading-of-others-moves-updated-at')) {
    const later = new Date(Date.parse(product.updatedAt) + 1).toISOString()
    store.run('UPDATE products SET updated_at = ? WHERE id = ?', later, product.id)
  }
  return product
}

/** A fault of caches that every reader has for himself: a change by somebody else shows a second later. */
function keptForReader({ faults, store }: Deployment, userId: string, product: Product): Product {
  const key = `shown ${userId} ${product.id}`
  const kept = recall(store, key)
  const isLate = kept !== undefined && Date.now() - kept.at < 1000 && product.updatedBy.id !== userId
  if (isLate && faults.active('changes-by-others-show-late')) return { ...product, description: kept.value }
  remember(store, key, product.description ?? '')
  return product
}
