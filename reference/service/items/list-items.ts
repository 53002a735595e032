import type { FastifyRequest } from 'fastify'
import type { Deployment } from '../deployment.ts'
import { type Caller, callerOf } from '../http/caller.ts'
import { type List, listPage } from '../http/page.ts'
import { Query } from '../http/query.ts'
import { findProduct } from '../products/find-product.ts'
import { rule } from '../rule.ts'
import { type Item, type ItemRow, selectItems, showItem } from './item.ts'

/** Which items: those of one product, if it is named, or all that the caller's organization has. */
export interface ItemListQuestion {
  readonly productId: string | undefined
  readonly caller: Caller
}

/** One condition of a selection, with the value of its placeholder if it has one. */
export interface ItemCondition {
  readonly sql: string
  readonly value?: string
}

/** The organization's items, in the order of their creation; `product_id` narrows them down. */
export const listItems = rule((deployment: Deployment, request: FastifyRequest): List<Item> => {
  const productId = new Query(request).text('product_id')
  const conditions = placeOfItems(deployment, { productId, caller: callerOf(request) })
  return listPage<ItemRow, Item>(deployment, request, {
    sql: `${selectItems} WHERE ${conditions.map(({ sql }) => sql).join(' AND ')} ORDER BY items.sequence`,
    values: conditions.flatMap(({ value }) => (value === undefined ? [] : [value])),
    show: (row) => showItem(deployment, row),
  })
})

/** Where the items of a list are; 404 or 403 if the caller does not reach the product. */
export const placeOfItems = rule(
  (deployment: Deployment, { productId, caller }: ItemListQuestion): readonly ItemCondition[] => [
    productId === undefined
      ? { sql: 'workspaces.organization_id = ?', value: caller.organizationId }
      : { sql: 'items.product_id = ?', value: findProduct(deployment, { id: productId, caller }).id },
  ],
)
