import type { FastifyInstance } from 'fastify'
import type { Deployment } from '../deployment.ts'
import { callerOf } from '../http/caller.ts'
import { broken, rateLimitExceeded } from '../http/service-error.ts'
import { bendCreation, bendUpdate } from './bend-body.ts'
import { createProduct } from './create-product.ts'
import { deleteProduct } from './delete-product.ts'
import { listProducts } from './list-products.ts'
import { productCreation, productUpdate } from './product-body.ts'
import { readProduct } from './read-product.ts'
import { updateProduct } from './update-product.ts'

type OneProduct = { Params: { product_id: string } }

export function registerProducts(app: FastifyInstance, deployment: Deployment): void {
  const { faults, variants } = deployment

  app.get('/products', (request) => listProducts(deployment, request))

  app.post('/products', (request, reply) => {
    const body = productCreation.read({ body: bendCreation(deployment, request.body) })
    reply.code(body.part_number === undefined && faults.active('creation-answers-200') ? 200 : 201)
    const creation = createProduct(deployment, body, callerOf(request))
    return request.owesRefusal ? creation.then(refuseLate) : creation
  })

  app.get<OneProduct>('/products/:product_id', (request) =>
    readProduct(deployment, { id: request.params.product_id, caller: callerOf(request) }, request),
  )

  app.patch<OneProduct>('/products/:product_id', (request) => {
    const body = productUpdate.read({ body: bendUpdate(deployment, request.body) })
    return updateProduct(deployment, { id: request.params.product_id, caller: callerOf(request) }, body)
  })

  app.delete<OneProduct>('/products/:product_id', (request, reply) => {
    deleteProduct(deployment, { id: request.params.product_id, caller: callerOf(request) })
    if (faults.active('deletion-breaks-after-the-fact')) throw broken()
    if (variants.chosen('deletion-answers-with-a-body')) return reply.send({ deleted: true })
    return reply.code(204).send()
  })
}

function refuseLate(): never {
  throw rateLimitExceeded()
}
