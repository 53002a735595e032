import type { Deployment } from '../deployment.ts'
import { rule } from '../rule.ts'
import { findProduct, type ProductQuestion } from './find-product.ts'
import { type Product, showProduct } from './product.ts'

/** One product; reading it changes nothing. */
export const readProduct = rule((deployment: Deployment, question: ProductQuestion): Product =>
  showProduct(deployment, findProduct(deployment, question)),
)
