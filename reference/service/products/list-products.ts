import type { FastifyRequest } from 'fastify'
import type { Deployment } from '../deployment.ts'
import { callerOf } from '../http/caller.ts'
import { type List, listPage } from '../http/page.ts'
import { Query } from '../http/query.ts'
import { rule } from '../rule.ts'
import { listConditions } from './list-conditions.ts'
import { type Product, type ProductRow, selectProducts, showProduct } from './product.ts'

/** The organization's products, in the order of their creation; `workspace_id` and `q` narrow them down. */
export const listProducts = rule((deployment: Deployment, request: FastifyRequest): List<Product> => {
  const conditions = listConditions(deployment, new Query(request), callerOf(request))
  return listPage<ProductRow, Product>(deployment, request, {
    sql: `${selectProducts} WHERE ${conditions.map(({ sql }) => sql).join(' AND ')} ORDER BY products.sequence ASC`,
    values: conditions.flatMap(({ values }) => values),
    show: (row) => showProduct(deployment, row),
  })
})
