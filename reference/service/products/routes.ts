import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Deployment } from '../deployment.ts'
import { callerOf } from '../http/caller.ts'
import { broken, rateLimitExceeded } from '../http/service-error.ts'
import { bendCreation, bendUpdate } from './bend-body.ts'
import { createProduct } from './create-product.ts'
import { deleteProduct } from './delete-product.ts'
import type { ProductQuestion } from './find-product.ts'
import { listProducts } from './list-products.ts'
import { productCreation, productUpdate, type ProductCreation, type ProductUpdate } from './product-body.ts'
import { readProduct } from './read-product.ts'
import { updateProduct } from './update-product.ts'

type OneProduct = { Params: { product_id: string } }

export function registerProducts(app: FastifyInstance, deployment: Deployment): void {
  const { faults, variants } = deployment

  app.get('/products', (request) => listProducts(deployment, request))

  app.post('/products', (request, reply) => {
    const body = readCreation(deployment, request)
    reply.code(body.part_number === undefined && faults.active('creation-answers-200') ? 200 : 201)
    const creation = createProduct(deployment, body, callerOf(request))
    return request.owesRefusal ? creation.then(refuseLate) : creation
  })

  app.get<OneProduct>('/products/:product_id', (request) =>
    readProduct(deployment, { id: request.params.product_id, caller: callerOf(request) }, request),
  )

  app.patch<OneProduct>('/products/:product_id', (request) => {
    const question = { id: request.params.product_id, caller: callerOf(request) }
    return updateProduct(deployment, question, readUpdate(deployment, request, question))
  })

  app.delete<OneProduct>('/products/:product_id', (request, reply) => {
    deleteProduct(deployment, { id: request.params.product_id, caller: callerOf(request) })
    if (request.owesRefusal) refuseLate()
    if (faults.active('deletion-breaks-after-the-fact')) throw broken()
    if (variants.chosen('deletion-answers-with-a-body')) return reply.send({ deleted: true })
    return reply.code(204).send()
  })
}

/** The body of a creation; a fault may keep what is right of one that is refused. */
function readCreation(deployment: Deployment, request: FastifyRequest): ProductCreation {
  const sent = bendCreation(deployment, request.body)
  try {
    return productCreation.read({ body: sent })
  } catch (error) {
    const { description, ...others } = productOf(sent)
    if (typeof description === 'number' && deployment.faults.active('invalid-creation-is-kept')) {
      void createProduct(deployment, productCreation.read({ body: others }), callerOf(request)).catch(() => undefined)
    }
    throw error
  }
}

/** The body of an update; a fault may carry out what is right of one that is refused. */
function readUpdate(deployment: Deployment, request: FastifyRequest, question: ProductQuestion): ProductUpdate {
  const sent = bendUpdate(deployment, request.body)
  try {
    return productUpdate.read({ body: sent })
  } catch (error) {
    const { name } = productOf(sent)
    if (typeof name === 'string' && name !== '' && deployment.faults.active('invalid-update-still-renames')) {
      void updateProduct(deployment, question, { name }).catch(() => undefined)
    }
    throw error
  }
}

function productOf(sent: unknown): Readonly<Record<string, unknown>> {
  return typeof sent === 'object' && sent !== null ? { ...sent } : {}
}

function refuseLate(): never {
  throw rateLimitExceeded()
}
