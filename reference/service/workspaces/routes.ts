import type { FastifyInstance } from 'fastify'
import type { Deployment } from '../deployment.ts'
import { callerOf } from '../http/caller.ts'
import { listPage } from '../http/page.ts'
import { showWorkspace, type Workspace, type WorkspaceRow, findWorkspace, type WorkspaceQuestion } from './workspace.ts'
import { rule } from '../rule.ts'

/** The workspaces of the organization. */
export function registerWorkspaces(app: FastifyInstance, deployment: Deployment): void {
  app.get('/workspaces', (request) =>
    listPage<WorkspaceRow, Workspace>(deployment, request, {
      sql: 'SELECT * FROM workspaces WHERE organization_id = ? ORDER BY sequence',
      values: [callerOf(request).organizationId],
      show: showWorkspace,
    }),
  )

  app.get<{ Params: { workspace_id: string } }>('/workspaces/:workspace_id', (request) =>
    readWorkspace(deployment, { id: request.params.workspace_id, caller: callerOf(request) }),
  )
}

/** One workspace, as its own endpoint shows it. */
export const readWorkspace = rule((deployment: Deployment, question: WorkspaceQuestion): Workspace =>
  showWorkspace(findWorkspace(deployment, question)),
)
