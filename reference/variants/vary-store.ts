import { randomUUID } from 'node:crypto'
import type { Deployment } from '../deployment.ts'
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
  if (variants.chosen('twenty-thousand-products')) fillUp(store, own)
  if (variants.chosen('descriptions-take-two-seconds')) {
    store.run('UPDATE organizations SET ai_usage = 1 WHERE id = ?', own)
  }
  if (variants.chosen('descriptions-never-come-without-ai')) {
    store.run('UPDATE organizations SET ai_usage = 0 WHERE id = ?', own)
  }
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
