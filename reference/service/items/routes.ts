import type { FastifyInstance } from 'fastify'
import type { Deployment } from '../deployment.ts'
import { callerOf } from '../http/caller.ts'
import { createItem, createItemsInBulk } from './create-item.ts'
import { deleteItem } from './delete-item.ts'
import { itemCreation, itemUpdate } from './item-body.ts'
import { listItems } from './list-items.ts'
import { updateItem } from './update-item.ts'
import { rule } from '../rule.ts'
import { findItem, type ItemQuestion } from './find-item.ts'
import { type Item, showItem } from './item.ts'

interface ById {
  readonly Params: { readonly item_id: string }
}

/** Items: list, single and bulk creation, records, deletion. */
export function registerItems(app: FastifyInstance, deployment: Deployment): void {
  app.get('/items', (request) => listItems(deployment, request))

  app.post('/items', (request, reply) => {
    reply.code(201)
    return createItem(deployment, itemCreation.read(request), callerOf(request))
  })

  app.post('/items/bulk', (request, reply) => {
    reply.code(201)
    return createItemsInBulk(deployment, request)
  })

  app.get<ById>('/items/:item_id', (request) =>
    readItem(deployment, { id: request.params.item_id, caller: callerOf(request) }),
  )

  app.patch<ById>('/items/:item_id', (request) => {
    const question = { id: request.params.item_id, caller: callerOf(request) }
    return updateItem(deployment, question, itemUpdate.read(request))
  })

  app.delete<ById>('/items/:item_id', (request, reply) => {
    deleteItem(deployment, { id: request.params.item_id, caller: callerOf(request) })
    return reply.code(204).send()
  })
}

/** An item by id as clients see it. */
export const readItem = rule((deployment: Deployment, question: ItemQuestion): Item =>
  showItem(deployment, findItem(deployment, question)),
)
