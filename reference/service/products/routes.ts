import type { FastifyInstance } from 'fastify'
import type { Deployment } from '../deployment.ts'
import { callerOf } from '../http/caller.ts'
import { createProduct } from './create-product.ts'
import { deleteProduct } from './delete-product.ts'
import { listProducts } from './list-products.ts'
import { readCreation, readUpdate } from './product-body.ts'
import { updateProduct } from './update-product.ts'
import { rule } from '../rule.ts'
import { findProduct, type ProductQuestion } from './find-product.ts'
import { type Product, showProduct } from './product.ts'

type OneProduct = { Params: { product_id: string } }

export function registerProducts(app: FastifyInstance, deployment: Deployment): void {
  app.get('/products', (request) => listProducts(deployment, request))

  app.post('/products', (request, reply) => {
    const product = createProduct(deployment, readCreation(deployment, request), callerOf(request))
    return reply.code(201).send(product)
  })

  app.get<OneProduct>('/products/:product_id', (request) =>
    readProduct(deployment, { id: request.params.product_id, caller: callerOf(request) }),
  )

  app.patch<OneProduct>('/products/:product_id', (request) => {
    const question = { id: request.params.product_id, caller: callerOf(request) }
    return updateProduct(deployment, question, readUpdate(deployment, request))
  })

  app.delete<OneProduct>('/products/:product_id', (request, reply) => {
    deleteProduct(deployment, { id: request.params.product_id, caller: callerOf(request) })
    return reply.code(204).send()
  })
}

/** One product; reading it changes nothing. */
export const readProduct = rule((deployment: Deployment, question: ProductQuestion): Product =>
  showProduct(deployment, findProduct(deployment, question)),
)
