import type { FastifyRequest } from 'fastify'
import type { Deployment } from '../../reference/service/deployment.ts'
import { BodyRule } from '../../reference/service/http/body.ts'
import { callerOf } from '../../reference/service/http/caller.ts'
import type { List } from '../../reference/service/http/page.ts'
import { ServiceError } from '../../reference/service/http/service-error.ts'
import { createItem } from '../../reference/service/items/create-item.ts'
import type { Item } from '../../reference/service/items/item.ts'
import { itemCreation } from '../../reference/service/items/item-body.ts'

const envelope = new BodyRule<{ readonly product_id: string; readonly items: readonly object[] }>({
  type: 'object',
  properties: { product_id: { type: 'string' }, items: { type: 'array', minItems: 1, items: { type: 'object' } } },
  required: ['product_id', 'items'],
})

/** A bulk creation of which valid entries are created, and invalid ones are named beside them. */
export function createWhatIsValid(
  deployment: Deployment,
  request: FastifyRequest,
): List<Item> & { readonly errors: readonly object[] } {
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
