import { randomUUID } from 'node:crypto'
import type { Store } from '../../service/store/store.ts'

/** Makes a workspace and gives its id. */
export function seedWorkspace(
  store: Store,
  workspace: { readonly organizationId: string; readonly name: string; readonly readable_id: string },
): string {
  const id = randomUUID()
  store.run(
    'INSERT INTO workspaces (id, organization_id, name, readable_id) VALUES (?, ?, ?, ?)',
    id,
    workspace.organizationId,
    workspace.name,
    workspace.readable_id,
  )
  return id
}
