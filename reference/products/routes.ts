import type { FastifyInstance } from 'fastify'
import type { Deployment } from '../deployment.ts'
import { callerOf } from '../http/caller.ts'
import { createProduct } from './create-product.ts'
import { deleteProduct } from './delete-product.ts'
import { findProduct } from './find-product.ts'
import { listProducts } from './list-products.ts'
import { showProduct } from './product.ts'
import { productCreation, productUpdate } from './product-body.ts'
import { updateProduct } from './update-product.ts'

export function registerProducts(app: FastifyInstance, deployment: Deployment): void {
  app.get('/products', (request) => listProducts(deployment, request))

  app.post('/products', (request, reply) => {
    const body = productCreation.read(request)
    reply.code(201)
    return createProduct(deployment, body, callerOf(request))
  })

  app.get<{ Params: { product_id: string } }>('/products/:product_id', (request) =>
    showProduct(deployment, findProduct(deployment, { id: request.params.product_id, caller: callerOf(request) })),
  )

  app.patch<{ Params: { product_id: string } }>('/products/:product_id', (request) => {
    const body = productUpdate.read(request)
    return updateProduct(deployment, { id: request.params.product_id, caller: callerOf(request) }, body)
  })

  app.delete<{ Params: { product_id: string } }>('/products/:product_id', (request, reply) => {
    deleteProduct(deployment, { id: request.params.product_id, caller: callerOf(request) })
    return reply.code(204).send()
  })
}
