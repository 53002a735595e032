import type { FastifyInstance } from 'fastify'
import type { Deployment } from '../deployment.ts'
import { callerOf } from '../http/caller.ts'
import { createItem, createItems } from './create-item.ts'
import { deleteItem } from './delete-item.ts'
import { findItem } from './find-item.ts'
import { showItem } from './item.ts'
import { itemBulkCreation, itemCreation, itemUpdate } from './item-body.ts'
import { listItems } from './list-items.ts'
import { updateItem } from './update-item.ts'

interface ById {
  readonly Params: { readonly item_id: string }
}

/** Items: list, single and bulk creation, records, deletion. */
export function registerItems(app: FastifyInstance, deployment: Deployment): void {
  app.get('/items', (request) => listItems(deployment, request))

  app.post('/items', (request, reply) => {
    const body = itemCreation.read(request)
    reply.code(201)
    return createItem(deployment, body, callerOf(request))
  })

  app.post('/items/bulk', (request, reply) => {
    const body = itemBulkCreation.read(request)
    reply.code(201)
    const items = createItems(deployment, body, callerOf(request))
    return { items, count: items.length }
  })

  app.get<ById>('/items/:item_id', (request) =>
    showItem(deployment, findItem(deployment, { id: request.params.item_id, caller: callerOf(request) })),
  )

  app.patch<ById>('/items/:item_id', (request) => {
    const body = itemUpdate.read(request)
    return updateItem(deployment, { id: request.params.item_id, caller: callerOf(request) }, body)
  })

  app.delete<ById>('/items/:item_id', (request, reply) => {
    deleteItem(deployment, { id: request.params.item_id, caller: callerOf(request) })
    return reply.code(204).send()
  })
}
