import type { FastifyRequest } from 'fastify'
import type { Deployment } from '../deployment.ts'
import { BodyRule } from '../http/body.ts'
import { callerOf } from '../http/caller.ts'
import { ServiceError } from '../http/service-error.ts'
import { createItem } from './create-item.ts'
import type { Item } from './item.ts'
import { itemCreation } from './item-body.ts'

const envelope = new BodyRule<{ readonly product_id: string; readonly items: readonly object[] }>({
  type: 'object',
  properties: { product_id: { type: 'string' }, items: { type: 'array', minItems: 1, items: { type: 'object' } } },
  required: ['product_id', 'items'],
})

/** The lawful other way of a bulk creation: good entries are created, bad ones are named beside them. */
export function createWhatGoes(deployment: Deployment, request: FastifyRequest): object {
  const { product_id, items } = envelope.read(request)
  const created: Item[] = []
  const errors: object[] = []
  for (const [index, entry] of items.entries()) {
    try {
      const body = itemCreation.read({ body: { ...entry, product_id } })
      created.push(createItem(deployment, body, callerOf(request)))
    } catch (error) {
      if (!(error instanceof ServiceError) || error.status === 403 || error.status === 404) throw error
      errors.push({ loc: ['body', 'items', index], msg: error.message, type: error.code })
    }
  }
  return { items: created, count: created.length, errors }
}
