import type { FastifyRequest } from 'fastify'
import type { Deployment } from '../deployment.ts'
import { reach } from '../http/access.ts'
import { type Caller, callerOf } from '../http/caller.ts'
import { type List, listPage } from '../http/page.ts'
import { Query } from '../http/query.ts'
import { findProduct } from '../products/find-product.ts'
import { rule } from '../rule.ts'
import { type FileRow, type PublicFile, selectFiles, showFile } from './file.ts'

/** A condition on the files of a list, with the values of its placeholders. */
export interface FileCondition {
  readonly sql: string
  readonly values: readonly string[]
}

/** The organization's files in the order of their upload, soft-deleted ones left out; `product_id` and `item_id` narrow them down. */
export function listFiles(deployment: Deployment, request: FastifyRequest): List<PublicFile> {
  const conditions = fileConditions(deployment, request)
  return listPage<FileRow, PublicFile>(deployment, request, {
    sql: `${selectFiles} WHERE ${conditions.map(({ sql }) => sql).join(' AND ')} ORDER BY files.sequence`,
    values: conditions.flatMap(({ values }) => values),
    show: (row) => showFile(deployment, row),
  })
}

/** What a file has to be like to stand in the list that is asked for. */
export const fileConditions = rule((deployment: Deployment, request: FastifyRequest): readonly FileCondition[] => {
  const { caller, productId, itemId } = readListQuestion(request)
  return [
    { sql: 'files.deleted = 0 AND workspaces.organization_id = ?', values: [caller.organizationId] },
    ...(productId === undefined ? [] : [onProduct(findProduct(deployment, { id: productId, caller }).id)]),
    ...(itemId === undefined ? [] : [onItem(findItem(deployment, itemId, caller).id)]),
  ]
})

interface ListQuestion {
  readonly caller: Caller
  readonly productId: string | undefined
  readonly itemId: string | undefined
}

function readListQuestion(request: FastifyRequest): ListQuestion {
  const query = new Query(request)
  return { caller: callerOf(request), productId: query.text('product_id'), itemId: query.text('item_id') }
}

function onProduct(productId: string): FileCondition {
  return {
    sql: 'EXISTS (SELECT 1 FROM file_links WHERE file_links.file_id = files.id AND file_links.product_id = ?)',
    values: [productId],
  }
}

/** Files of the item itself and of its properties. */
function onItem(itemId: string): FileCondition {
  return {
    sql: `EXISTS (
      SELECT 1 FROM file_links LEFT JOIN properties ON properties.id = file_links.property_id
      WHERE file_links.file_id = files.id AND (file_links.item_id = ? OR properties.item_id = ?))`,
    values: [itemId, itemId],
  }
}

function findItem(deployment: Deployment, id: string, caller: Caller): { readonly id: string } {
  const row = deployment.store.get<{ id: string; organization_id: string }>(
    `SELECT items.id, workspaces.organization_id FROM items
     JOIN products ON products.id = items.product_id
     JOIN workspaces ON workspaces.id = products.workspace_id WHERE items.id = ?`,
    id.toLowerCase(),
  )
  return reach(deployment, { kind: 'item', row, caller })
}
