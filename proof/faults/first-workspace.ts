import type { Deployment } from '../../reference/service/deployment.ts'
import type { WorkspaceRow } from '../../reference/service/workspaces/workspace.ts'

/** The first workspace of the own organization. */
export function firstWorkspace({ store, organizations }: Deployment): WorkspaceRow | undefined {
  const sql = 'SELECT * FROM workspaces WHERE organization_id = ? ORDER BY sequence LIMIT 1'
  return store.get<WorkspaceRow>(sql, organizations.own)
}
