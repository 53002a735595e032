import type { FastifyRequest } from 'fastify'
import type { Deployment } from '../deployment.ts'
import { callerOf } from '../http/caller.ts'
import type { List } from '../http/page.ts'
import { rule } from '../rule.ts'
import { createItems } from './create-item.ts'
import type { Item } from './item.ts'
import { itemBulkCreation } from './item-body.ts'

/** Answers a bulk creation with what was created, as a list. */
export const createItemsInBulk = rule((deployment: Deployment, request: FastifyRequest): List<Item> => {
  const items = createItems(deployment, itemBulkCreation.read(request), callerOf(request))
  return { items, count: items.length }
})
