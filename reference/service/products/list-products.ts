import type { FastifyRequest } from 'fastify'
import type { Deployment } from '../deployment.ts'
import { recall } from '../../faults/fault-memory.ts'
import { callerOf } from '../http/caller.ts'
import { type List, listPage } from '../http/page.ts'
import { Query } from '../http/query.ts'
import { withoutGone } from '../store/without-gone.ts'
import { firstWorkspace } from '../workspaces/workspace.ts'
import { disfigureListEntry } from './disfigure-product.ts'
import { listConditions, nothingMatches, workspaceIdOf } from './list-conditions.ts'
import { type Product, type ProductRow, selectProducts, showProduct } from './product.ts'
import { varyListEntry } from './vary-product.ts'

/** The organization's products, in the order of their creation; `workspace_id` and `q` narrow them down. */
export function listProducts(deployment: Deployment, request: FastifyRequest): List<Product> {
  const { store, faults } = deployment
  const query = new Query(request)
  const conditions = listConditions(deployment, query, callerOf(request))
  const selection = faults.active('list-shows-retired-numbers') ? selectWithRetired : selectProducts
  const isLater = Number(query.text('offset') ?? 0) > 0
  const byName = faults.has('products-of-one-name-change-places') ? 'products.name, ' : ''
  const turned = byName !== '' && isLater && faults.active('products-of-one-name-change-places') ? 'DESC' : 'ASC'
  const build = (): string =>
    `${selection} WHERE ${conditions.map(({ sql }) => sql).join(' AND ')} ORDER BY ${byName}products.sequence ${turned}`
  if (faults.has('search-without-match-gives-all') && nothingMatches(store, build(), conditions)) {
    faults.active('search-without-match-gives-all')
    conditions.pop()
  }
  const page = listPage<ProductRow, Product>(deployment, request, {
    sql: build(),
    values: conditions.flatMap(({ values }) => values),
    show: (row) => showListEntry(deployment, row, query),
  })
  return faults.has('deleted-products-leave-gaps-in-pages') ? withoutGone(store, page, 'products') : page
}

// A removed number would make two rows of a product that has another one by now: the youngest number is shown.
const selectWithRetired = selectProducts.replace(
  "part_numbers.product_id = products.id AND part_numbers.state = 'active'",
  'part_numbers.sequence = (SELECT max(sequence) FROM part_numbers WHERE part_numbers.product_id = products.id)',
)

function showListEntry(deployment: Deployment, row: ProductRow, query: Query): Product {
  const { faults } = deployment
  const shown = varyListEntry(deployment.variants, showProduct(deployment, laggingRow(deployment, row)))
  const entry = disfigureListEntry(faults, shown)
  if (workspaceIdOf(deployment, query) !== undefined || !faults.active('list-shows-the-first-workspace')) return entry
  return { ...entry, workspace_id: firstWorkspace(deployment)?.id ?? entry.workspace_id }
}

function laggingRow({ store, faults }: Deployment, row: ProductRow): ProductRow {
  if (!faults.has('list-lags-behind-updates')) return row
  const before = recall(store, `before ${row.id}`)
  if (before === undefined || Date.now() - before.at > 1000) return row
  faults.active('list-lags-behind-updates')
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the update wrote it from a row
  return JSON.parse(before.value) as ProductRow
}
