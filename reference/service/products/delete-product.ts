import type { Deployment } from '../deployment.ts'
import { retireNumbersOfProduct } from '../part-numbers/retire-part-number.ts'
import { rule } from '../rule.ts'
import { findProduct, type ProductQuestion } from './find-product.ts'
import type { ProductRow } from './product.ts'

/** Deletes a product for good with all that is in it; its part numbers, and those of its items, are retired. */
export const deleteProduct = rule((deployment: Deployment, question: ProductQuestion): void => {
  deployment.store.transaction(() => {
    const product = findProduct(deployment, question)
    retireNumbersOfProduct(deployment, product.id)
    removeProduct(deployment, product)
  })
})

/** Items, properties, versions, files and links go with a product by their foreign keys. */
export const removeProduct = rule(({ store }: Deployment, { id }: ProductRow): void => {
  store.run('DELETE FROM products WHERE id = ?', id)
})
