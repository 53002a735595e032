import type { FastifyRequest } from 'fastify'
import type { Deployment } from '../deployment.ts'
import { reach } from '../http/access.ts'
import { type Caller, callerOf } from '../http/caller.ts'
import { type List, listPage } from '../http/page.ts'
import { Query } from '../http/query.ts'
import { findProduct } from '../products/find-product.ts'
import { type FileRow, selectFiles, showFile } from './file.ts'

/** The organization's files in the order of their upload, soft-deleted ones left out; `product_id` and `item_id` narrow them down. */
export function listFiles(deployment: Deployment, request: FastifyRequest): List<object> {
  const conditions = [
    { sql: 'workspaces.organization_id = ?', values: [callerOf(request).organizationId] },
    ...productCondition(deployment, request),
    ...itemCondition(deployment, request),
    ...(deployment.faults.active('binary-files-are-not-listed') ? [withoutBinaries] : []),
    ...(deployment.faults.active('allowed-duplicates-are-not-listed') ? [withoutDuplicates] : []),
    ...(deployment.faults.active('files-of-properties-are-not-listed') ? [withoutThoseOfProperties] : []),
  ]
  return listPage<FileRow, object>(deployment, request, {
    sql: `${selectFiles} WHERE files.deleted = 0 AND ${conditions.map(({ sql }) => sql).join(' AND ')} ORDER BY files.sequence`,
    values: conditions.flatMap(({ values }) => values),
    show: (row) => showFile(deployment, row, 'list'),
  })
}

const withoutBinaries = { sql: 'files.content_type IS NOT ?', values: ['application/octet-stream'] }

const withoutDuplicates = {
  sql: `NOT EXISTS (SELECT 1 FROM files AS earlier WHERE earlier.sequence < files.sequence AND earlier.deleted = 0
    AND earlier.workspace_id = files.workspace_id AND earlier.size_bytes = files.size_bytes
    AND earlier.content_type = files.content_type)`,
  values: [],
}

const withoutThoseOfProperties = {
  sql: 'EXISTS (SELECT 1 FROM file_links WHERE file_links.file_id = files.id AND file_links.item_id IS NOT NULL)',
  values: [],
}

interface Condition {
  readonly sql: string
  readonly values: readonly string[]
}

function productCondition(deployment: Deployment, request: FastifyRequest): readonly Condition[] {
  const id = new Query(request).text('product_id')
  if (id === undefined) return []
  const product = findProduct(deployment, { id, caller: callerOf(request) })
  return [
    {
      sql: 'EXISTS (SELECT 1 FROM file_links WHERE file_links.file_id = files.id AND file_links.product_id = ?)',
      values: [product.id],
    },
  ]
}

/** Files of the item itself and of its properties. */
function itemCondition(deployment: Deployment, request: FastifyRequest): readonly Condition[] {
  const id = new Query(request).text('item_id')
  if (id === undefined) return []
  const item = findItem(deployment, { id, caller: callerOf(request) })
  return [
    {
      sql: `EXISTS (
        SELECT 1 FROM file_links LEFT JOIN properties ON properties.id = file_links.property_id
        WHERE file_links.file_id = files.id AND (file_links.item_id = ? OR properties.item_id = ?))`,
      values: [item.id, item.id],
    },
  ]
}

function findItem(deployment: Deployment, { id, caller }: { id: string; caller: Caller }): { id: string } {
  const row = deployment.store.get<{ id: string; organization_id: string }>(
    `SELECT items.id, workspaces.organization_id FROM items
     JOIN products ON products.id = items.product_id
     JOIN workspaces ON workspaces.id = products.workspace_id WHERE items.id = ?`,
    id.toLowerCase(),
  )
  return reach(deployment, { kind: 'item', row, caller })
}
