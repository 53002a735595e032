import type { FastifyRequest } from 'fastify'
import type { Deployment } from '../deployment.ts'
import { callerOf } from '../http/caller.ts'
import { type List, listPage } from '../http/page.ts'
import { Query } from '../http/query.ts'
import { findWorkspace } from '../workspaces/workspace.ts'
import { fold } from './fold.ts'
import { type Product, type ProductRow, selectProducts, showProduct } from './product.ts'

/** The organization's products, in the order of their creation; `workspace_id` and `q` narrow them down. */
export function listProducts(deployment: Deployment, request: FastifyRequest): List<Product> {
  const query = new Query(request)
  const caller = callerOf(request)
  const workspaceId = query.text('workspace_id')
  const workspace = workspaceId === undefined ? null : findWorkspace(deployment, { id: workspaceId, caller })
  const conditions = [
    { sql: 'workspaces.organization_id = ?', value: caller.organizationId },
    ...(workspace === null ? [] : [{ sql: 'products.workspace_id = ?', value: workspace.id }]),
    ...nameCondition(query.text('q')),
  ]
  return listPage<ProductRow, Product>(deployment, request, {
    sql: `${selectProducts} WHERE ${conditions.map(({ sql }) => sql).join(' AND ')} ORDER BY products.sequence`,
    values: conditions.map(({ value }) => value),
    show: (row) => showProduct(deployment, row),
  })
}

/** A literal part of the name, whatever the letter case. */
function nameCondition(text: string | undefined): readonly { sql: string; value: string }[] {
  if (text === undefined || text === '') return []
  return [{ sql: 'instr(products.folded_name, ?) > 0', value: fold(text) }]
}
