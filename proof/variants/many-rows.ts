import { randomUUID } from 'node:crypto'
import { seedProduct } from '../../reference/seed/insert/products.ts'
import type { Store } from '../../reference/service/store/store.ts'

/** Configures a format of part numbers in one workspace, counted from 0. */
export function addPartNumberRule(store: Store, organizationId: string, position: number): void {
  const workspace = 'SELECT id FROM workspaces WHERE organization_id = ? ORDER BY sequence LIMIT 1 OFFSET ?'
  store.run(
    `INSERT INTO part_number_rules (workspace_id, pattern) VALUES ((${workspace}), '^RX-[0-9]{6}$')`,
    organizationId,
    position,
  )
}

/** 20,000 products in the first workspace. */
export function addProducts(store: Store, organizationId: string): void {
  const mark = randomUUID().slice(0, 8)
  store.run(
    `INSERT INTO products (id, workspace_id, readable_id, name, folded_name, created_by, updated_by, created_at, updated_at)
     WITH RECURSIVE numbers (number) AS (SELECT 1 UNION ALL SELECT number + 1 FROM numbers WHERE number < 20000)
     SELECT printf('%s-1111-4111-8111-%012x', ?, number), workspaces.id, 'filler_' || number, 'Filler ' || number, 'filler ' || number,
       users.id, users.id, '2024-05-06T07:08:09.000Z', '2024-05-06T07:08:09.000Z'
     FROM numbers
     JOIN workspaces ON workspaces.sequence = (SELECT min(sequence) FROM workspaces WHERE organization_id = ?)
     JOIN users ON users.sequence = (SELECT min(sequence) FROM users WHERE organization_id = ?)`,
    mark,
    organizationId,
    organizationId,
  )
}

const counted =
  'WITH RECURSIVE numbers (number) AS (SELECT 1 UNION ALL SELECT number + 1 FROM numbers WHERE number < ?)'

/** 230 workspaces, and a product in the last. */
export function addWorkspaces(store: Store, organizationId: string): void {
  store.run(
    `INSERT INTO workspaces (id, organization_id, name, readable_id)
     ${counted} SELECT printf('%s-2222-4222-8222-%012x', ?, number), ?, 'Workspace ' || number, 'workspace_' || number FROM numbers`,
    230,
    randomUUID().slice(0, 8),
    organizationId,
  )
  const last = store.get<{ id: string }>('SELECT id FROM workspaces ORDER BY sequence DESC LIMIT 1')
  const user = store.get<{ id: string }>('SELECT id FROM users WHERE organization_id = ? LIMIT 1', organizationId)
  if (last === undefined || user === undefined) return
  seedProduct(store, { workspaceId: last.id, userId: user.id, readable_id: 'far_away', name: 'Far away' })
}

const firstItem = `SELECT items.id, items.product_id, items.created_by, products.workspace_id FROM items
  JOIN products ON products.id = items.product_id JOIN workspaces ON workspaces.id = products.workspace_id
  WHERE workspaces.organization_id = ? ORDER BY items.sequence LIMIT 1`

/** 2,500 files of the first item. */
export function addFiles(store: Store, organizationId: string): void {
  const mark = randomUUID().slice(0, 8)
  store.run(
    `INSERT INTO files (id, workspace_id, product_id, content, size_bytes, content_type, original_name, user_title, uploaded_by, uploaded_at)
     ${counted} SELECT printf('%s-3333-4333-8333-%012x', ?, number), item.workspace_id, item.product_id, x'00', 1, 'filler/' || number,
       number || '.bin', number || '.bin', item.created_by, '2024-05-06T07:08:09.000Z'
     FROM numbers, (${firstItem}) AS item`,
    2500,
    mark,
    organizationId,
  )
  store.run(
    `INSERT INTO file_links (id, file_id, product_id, item_id, created_at)
     SELECT 'link ' || files.id, files.id, files.product_id, item.id, files.uploaded_at
     FROM files, (${firstItem}) AS item WHERE files.id LIKE ?`,
    organizationId,
    `${mark}-%`,
  )
}

/** 2,500 items of the first product. */
export function addItems(store: Store, organizationId: string): void {
  store.run(
    `INSERT INTO items (id, product_id, readable_id, name, created_by, updated_by, created_at, updated_at)
     ${counted} SELECT printf('%s-4444-4444-8444-%012x', ?, number), item.product_id, 'filler_' || number, 'Filler ' || number,
       item.created_by, item.created_by, '2024-05-06T07:08:09.000Z', '2024-05-06T07:08:09.000Z'
     FROM numbers, (${firstItem}) AS item`,
    2500,
    randomUUID().slice(0, 8),
    organizationId,
  )
}
