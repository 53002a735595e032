import type { Deployment } from '../deployment.ts'
import { idFromPath, reach } from '../http/access.ts'
import type { Caller } from '../http/caller.ts'

/** A workspace as the store has it. */
export interface WorkspaceRow {
  readonly sequence: number
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

/** Which workspace, and who asks. */
export interface WorkspaceQuestion {
  readonly id: string
  readonly caller: Caller
}

/** The workspace with this id if the caller reaches it; 404 or 403 otherwise. */
export function findWorkspace(deployment: Deployment, { id, caller }: WorkspaceQuestion): WorkspaceRow {
  return reach(deployment, { kind: 'workspace', row: workspaceRow(deployment, id), caller })
}

/** The row with this id, whoever's it is. */
export function workspaceRow(deployment: Deployment, id: string): WorkspaceRow | undefined {
  return deployment.store.get<WorkspaceRow>('SELECT * FROM workspaces WHERE id = ?', idFromPath(deployment, id))
}

/** Shows a row as clients see it. */
export function showWorkspace({ id, name, readable_id }: WorkspaceRow): Workspace {
  return { id, name, readable_id }
}
