import type { FastifyInstance } from 'fastify'
import type { Deployment } from '../deployment.ts'
import { callerOf } from '../http/caller.ts'
import { listPage } from '../http/page.ts'
import { findWorkspace, selectWorkspaces, showWorkspace } from './workspace.ts'

export function registerWorkspaces(app: FastifyInstance, deployment: Deployment): void {
  app.get('/workspaces', (request) =>
    listPage(deployment, request, {
      sql: `${selectWorkspaces} WHERE organization_id = ? ORDER BY sequence`,
      values: [callerOf(request).organizationId],
      show: showWorkspace,
    }),
  )
  app.get<{ Params: { workspace_id: string } }>('/workspaces/:workspace_id', (request) =>
    showWorkspace(findWorkspace(deployment, { id: request.params.workspace_id, caller: callerOf(request) })),
  )
}
