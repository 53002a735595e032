import type { FastifyRequest } from 'fastify'
import type { Deployment } from '../deployment.ts'
import { recall, remember } from '../../faults/fault-memory.ts'
import { type Caller, callerOf } from '../http/caller.ts'
import { type List, listPage } from '../http/page.ts'
import { Query } from '../http/query.ts'
import { findProduct, productRow } from '../products/find-product.ts'
import type { ProductRow } from '../products/product.ts'
import { withoutGone } from '../store/without-gone.ts'
import { disfigureListedItem } from './disfigure-item.ts'
import { type ItemRow, selectEveryItem, showItem } from './item.ts'

/** The organization's items, in the order of their creation; `product_id` narrows them down. */
export function listItems(deployment: Deployment, request: FastifyRequest): List<object> {
  const { store, faults } = deployment
  const caller = callerOf(request)
  const productId = new Query(request).text('product_id')
  const foreign = productId === undefined ? undefined : foreignProduct(deployment, productId, caller)
  const isLetIn = foreign !== undefined && faults.active('items-of-foreign-product-are-listed')
  const product =
    productId === undefined ? null : isLetIn ? foreign : findProduct(deployment, { id: productId, caller })
  const wholeOrganization = { sql: 'workspaces.organization_id = ?', values: [caller.organizationId] }
  const ofProduct =
    product === null ||
    faults.active('item-list-forgets-the-product') ||
    (Number(new Query(request).text('offset') ?? 0) > 0 && faults.active('product-forgotten-on-later-pages-of-items'))
      ? []
      : [{ sql: 'items.product_id = ?', values: [product.id] }]
  const everywhere = isLetIn || (product === null && faults.active('item-list-reaches-across-organizations'))
  const own = faults.active('item-list-shows-own-items-only')
    ? [{ sql: 'items.created_by = ?', values: [caller.userId] }]
    : []
  const conditions = [...own, ...(everywhere ? [] : [wholeOrganization]), ...ofProduct, ...hidden(deployment)]
  const direction = deployment.variants.chosen('newest-first') ? ' DESC' : ''
  const page = listPage<ItemRow, object>(deployment, request, {
    sql: `${selectEveryItem} WHERE ${conditions.map(({ sql }) => sql).join(' AND ')} ORDER BY items.sequence${direction}`,
    values: conditions.flatMap(({ values }) => values),
    show: (row) => disfigureListedItem(faults, showItem(deployment, asFirstListed(deployment, row))),
  })
  return faults.has('deleted-items-leave-gaps-in-pages') ? withoutGone(store, page, 'items') : page
}

/** An item as a fault keeps it for lists, with the description that it had when it was listed first. */
function asFirstListed({ store, faults }: Deployment, row: ItemRow): ItemRow {
  if (!faults.has('item-list-keeps-descriptions')) return row
  const first = recall(store, `listed ${row.id}`)
  if (first === undefined) remember(store, `listed ${row.id}`, row.description ?? '')
  if (first === undefined || first.value === '' || first.value === row.description) return row
  return faults.active('item-list-keeps-descriptions') ? { ...row, description: first.value } : row
}

/** A product that the caller does not reach. */
function foreignProduct(deployment: Deployment, id: string, caller: Caller): ProductRow | undefined {
  const row = productRow(deployment, id)
  return row?.organization_id === caller.organizationId ? undefined : row
}

interface Condition {
  readonly sql: string
  readonly values: readonly string[]
}

/** What lists leave out: what a fault has deleted by halves, and what another fault lists late. */
function hidden({ faults }: Deployment): readonly Condition[] {
  const gone =
    faults.active('deleted-item-still-listed') || faults.active('deleted-items-leave-gaps-in-pages')
      ? 'TRUE'
      : 'items.gone = 0'
  if (!faults.active('new-item-listed-late')) return [{ sql: gone, values: [] }]
  const aSecondAgo = new Date(Date.now() - 1000).toISOString()
  return [{ sql: `${gone} AND items.created_at < ?`, values: [aSecondAgo] }]
}
