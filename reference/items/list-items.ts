import type { FastifyRequest } from 'fastify'
import type { Deployment } from '../deployment.ts'
import { callerOf } from '../http/caller.ts'
import { type List, listPage } from '../http/page.ts'
import { Query } from '../http/query.ts'
import { findProduct } from '../products/find-product.ts'
import { type Item, type ItemRow, selectItems, showItem } from './item.ts'

/** The organization's items, in the order of their creation; `product_id` narrows them down. */
export function listItems(deployment: Deployment, request: FastifyRequest): List<Item> {
  const caller = callerOf(request)
  const productId = new Query(request).text('product_id')
  const product = productId === undefined ? null : findProduct(deployment, { id: productId, caller })
  const [condition, value] =
    product === null ? ['workspaces.organization_id = ?', caller.organizationId] : ['items.product_id = ?', product.id]
  return listPage<ItemRow, Item>(deployment, request, {
    sql: `${selectItems} AND ${condition} ORDER BY items.sequence`,
    values: [value],
    show: (row) => showItem(deployment, row),
  })
}
