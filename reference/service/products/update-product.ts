import { isDeepStrictEqual } from 'node:util'
import type { Deployment } from '../deployment.ts'
import type { Caller } from '../http/caller.ts'
import { changePartNumber } from '../part-numbers/change-part-number.ts'
import { rule } from '../rule.ts'
import { laterThan } from '../store/later-than.ts'
import { changeFields } from './change-fields.ts'
import { findProduct, type ProductQuestion } from './find-product.ts'
import { type Product, type ProductRow, showProduct } from './product.ts'
import type { ProductUpdate } from './product-body.ts'

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
