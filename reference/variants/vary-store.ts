import { randomUUID } from 'node:crypto'
import type { Deployment } from '../service/deployment.ts'
import { seedProduct } from '../seed/insert/products.ts'
import { storeOddThings } from './odd-things.ts'

/** The lawful differences in what is there: applied once, to a store that was just seeded. */
export function varyStore(deployment: Deployment): void {
  const { store, variants, organizations } = deployment
  if (variants.none) return
  if (variants.chosen('what-is-there-is-odd')) storeOddThings(deployment)
  const own = organizations.own
  const ownWorkspaces = 'SELECT id FROM workspaces WHERE organization_id = ?'
  if (variants.chosen('nothing-is-there-yet')) {
    store.run(`DELETE FROM part_numbers WHERE organization_id = ?`, own)
    store.run(`DELETE FROM products WHERE workspace_id IN (${ownWorkspaces})`, own)
  }
  if (variants.chosen('one-workspace-only')) {
    const first = 'SELECT min(sequence) FROM workspaces WHERE organization_id = ?'
    store.run(`DELETE FROM workspaces WHERE organization_id = ? AND sequence <> (${first})`, own, own)
  }
  if (variants.chosen('no-version-was-ever-published')) {
    store.run('UPDATE products SET baseline_version_number = NULL')
    store.run('DELETE FROM versions')
  }
  if (variants.chosen('part-number-rule-nobody-declared-in-the-first-workspace')) addRule(store, own, 0)
  if (variants.chosen('part-number-rule-nobody-declared-in-the-second-workspace')) addRule(store, own, 1)
  if (variants.chosen('twenty-thousand-products')) fillUp(store, own)
  if (variants.chosen('hundreds-of-workspaces')) addWorkspaces(store, own)
  if (variants.chosen('thousands-of-files')) addFiles(store, own)
  if (variants.chosen('thousands-of-items')) addItems(store, own)
  if (variants.chosen('descriptions-take-two-seconds') || variants.chosen('descriptions-come-unasked')) {
    store.run('UPDATE organizations SET ai_usage = 1 WHERE id = ?', own)
  }
  if (variants.chosen('descriptions-never-come-without-ai')) {
    store.run('UPDATE organizations SET ai_usage = 0 WHERE id = ?', own)
  }
}

/** Rules a workspace, counted from the first. */
function addRule(store: Deployment['store'], organizationId: string, position: number): void {
  const workspace = 'SELECT id FROM workspaces WHERE organization_id = ? ORDER BY sequence LIMIT 1 OFFSET ?'
  store.run(
    `INSERT INTO part_number_rules (workspace_id, pattern) VALUES ((${workspace}), '^RX-[0-9]{6}$')`,
    organizationId,
    position,
  )
}

function fillUp(store: Deployment['store'], organizationId: string): void {
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

function addWorkspaces(store: Deployment['store'], organizationId: string): void {
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

function addFiles(store: Deployment['store'], organizationId: string): void {
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

function addItems(store: Deployment['store'], organizationId: string): void {
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
