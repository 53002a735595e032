import type { Deployment } from '../deployment.ts'
import { retireNumbersOfProduct } from '../part-numbers/retire-part-number.ts'
import { findProduct, type ProductQuestion } from './find-product.ts'

/** Deletes a product for good with all that is in it; its part numbers, and those of its items, are retired. */
export function deleteProduct(deployment: Deployment, question: ProductQuestion): void {
  deployment.store.transaction(() => {
    const product = findProduct(deployment, question)
    retireNumbersOfProduct(deployment, product.id)
    // Items, properties, versions, files and links go with it by their foreign keys.
    deployment.store.run('DELETE FROM products WHERE id = ?', product.id)
  })
}
