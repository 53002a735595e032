import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Deployment } from '../deployment.ts'
import { callerOf } from '../http/caller.ts'
import { Query } from '../http/query.ts'
import { notFound } from '../http/service-error.ts'
import { refusingInBulk } from './bulk-refusal.ts'
import { createWhatGoes } from './create-what-goes.ts'
import { createItem, createItems } from './create-item.ts'
import { deleteItem } from './delete-item.ts'
import { itemBulkCreation, itemCreation, itemUpdate } from './item-body.ts'
import { firstProduct } from './item-product.ts'
import { listItems } from './list-items.ts'
import { readItem } from './read-item.ts'
import { updateItem } from './update-item.ts'

interface ById {
  readonly Params: { readonly item_id: string }
}

/** Items: list, single and bulk creation, records, deletion. */
export function registerItems(app: FastifyInstance, deployment: Deployment): void {
  const { faults, variants } = deployment
  app.get('/items', (request, reply) => {
    if (faults.active('item-list-answers-202')) reply.code(202)
    return listItems(deployment, request)
  })

  app.post('/items', (request, reply) => {
    const body = itemCreation.read({ body: bodyOf(deployment, request) })
    reply.code(faults.active('item-creation-answers-200') ? 200 : 201)
    return createItem(deployment, body, callerOf(request))
  })

  app.post('/items/bulk', (request, reply) => {
    reply.code(201)
    if (variants.chosen('bulk-creates-what-it-can')) return createWhatGoes(deployment, request)
    return refusingInBulk(deployment, () => {
      const items = createItems(deployment, itemBulkCreation.read(request), callerOf(request))
      return { items, count: items.length }
    })
  })

  app.get<ById>('/items/:item_id', (request) => {
    const isLater = Number(new Query(request).text('offset') ?? 0) > 0
    if (isLater && faults.active('single-item-minds-the-offset')) throw notFound()
    return readItem(deployment, { id: request.params.item_id, caller: callerOf(request) })
  })

  app.patch<ById>('/items/:item_id', (request) => {
    const isEmptied = Array.isArray(request.body) && deployment.faults.active('array-counts-as-no-change-of-item')
    const body = itemUpdate.read(isEmptied ? { body: {} } : request)
    return updateItem(deployment, { id: request.params.item_id, caller: callerOf(request) }, body)
  })

  app.delete<ById>('/items/:item_id', (request, reply) => {
    deleteItem(deployment, { id: request.params.item_id, caller: callerOf(request) })
    return variants.chosen('deletions-answer-with-a-body') ? { id: request.params.item_id } : reply.code(204).send()
  })
}

function bodyOf(deployment: Deployment, request: FastifyRequest): unknown {
  const { body } = request
  const isEmpty = typeof body === 'object' && body !== null && Object.keys(body).length === 0
  if (!isEmpty || !deployment.faults.active('item-created-from-nothing')) return body
  return { product_id: firstProduct(deployment, callerOf(request))?.id, name: 'Untitled' }
}
