import type { FastifyRequest } from 'fastify'
import type { Deployment } from '../deployment.ts'
import { callerOf, type Caller } from '../http/caller.ts'
import { type List, listPage } from '../http/page.ts'
import { Query } from '../http/query.ts'
import { rule } from '../rule.ts'
import { type Product, type ProductRow, selectProducts, showProduct } from './product.ts'
import { findWorkspace } from '../workspaces/workspace.ts'
import { foldedName } from './fold.ts'

/** The organization's products, in the order of their creation; `workspace_id` and `q` narrow them down. */
export const listProducts = rule((deployment: Deployment, request: FastifyRequest): List<Product> => {
  const conditions = listConditions(deployment, new Query(request), callerOf(request))
  return listPage<ProductRow, Product>(deployment, request, {
    sql: `${selectProducts} WHERE ${conditions.map(({ sql }) => sql).join(' AND ')} ORDER BY products.sequence ASC`,
    values: conditions.flatMap(({ values }) => values),
    show: (row) => showProduct(deployment, row),
  })
})

/** A condition of a selection, with its values. */
export interface Condition {
  readonly sql: string
  readonly values: readonly string[]
}

/** What a query asks for: products of the caller's own organization, of one workspace, with a text in their names. */
export const listConditions = rule((deployment: Deployment, query: Query, caller: Caller): readonly Condition[] => [
  { sql: 'workspaces.organization_id = ?', values: [caller.organizationId] },
  ...workspaceConditions(deployment, query, caller),
  ...searchConditions(deployment, query),
])

/** The products of one workspace; 404 or 403 if the caller does not reach it. */
export const workspaceConditions = rule(
  (deployment: Deployment, query: Query, caller: Caller): readonly Condition[] => {
    const id = query.text('workspace_id')
    if (id === undefined) return []
    const workspace = findWorkspace(deployment, { id, caller })
    return [{ sql: 'products.workspace_id = ?', values: [workspace.id] }]
  },
)

/** Finds a literal part of the name, in any letter case; an empty text asks for nothing. */
export const searchConditions = rule((deployment: Deployment, query: Query): readonly Condition[] => {
  const text = query.text('q') ?? ''
  return text === '' ? [] : [{ sql: 'instr(products.folded_name, ?) > 0', values: [foldedName(deployment, text)] }]
})
