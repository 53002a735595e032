import type { Deployment } from '../deployment.ts'
import { reach } from '../http/access.ts'
import type { Caller } from '../http/caller.ts'

/** A workspace as the store has it. */
export interface WorkspaceRow {
  readonly id: string
  readonly organization_id: string
  readonly name: string
  readonly readable_id: string
}

/** A workspace as clients see it. */
export interface Workspace {
  readonly id: string
  readonly name: string
  readonly readable_id: string
}

/** The start of every selection of workspaces. */
export const selectWorkspaces = 'SELECT id, organization_id, name, readable_id FROM workspaces'

/** The workspace with this id where the caller reaches it; 404 or 403 otherwise. */
export function findWorkspace(deployment: Deployment, { id, caller }: { id: string; caller: Caller }): WorkspaceRow {
  const row = deployment.store.get<WorkspaceRow>(`${selectWorkspaces} WHERE id = ?`, id.toLowerCase())
  return reach(deployment, { kind: 'workspace', row, caller })
}

/** Shows a row as clients see it. */
export function showWorkspace({ id, name, readable_id }: WorkspaceRow): Workspace {
  return { id, name, readable_id }
}
