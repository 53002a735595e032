import type { FastifyInstance } from 'fastify'
import type { Deployment } from '../deployment.ts'
import { callerOf } from '../http/caller.ts'
import { listPage } from '../http/page.ts'
import { Query } from '../http/query.ts'
import { readWorkspace } from './read-workspace.ts'
import { showWorkspace, type Workspace, type WorkspaceRow } from './workspace.ts'

export function registerWorkspaces(app: FastifyInstance, deployment: Deployment): void {
  app.get('/workspaces', (request, reply) => {
    const isPlain = new Query(request).text('limit') === undefined
    if (isPlain && deployment.faults.active('workspace-list-is-partial-content')) reply.code(206)
    return listPage<WorkspaceRow, Workspace>(deployment, request, {
      sql: `SELECT * FROM ${listedWorkspaces(deployment)} WHERE organization_id = ? ORDER BY sequence`,
      values: [callerOf(request).organizationId],
      show: (row) => showWorkspace(deployment, row),
    })
  })

  app.get<{ Params: { workspace_id: string } }>('/workspaces/:workspace_id', (request, reply) => {
    const workspace = readWorkspace(deployment, { id: request.params.workspace_id, caller: callerOf(request) })
    if (!deployment.faults.active('workspace-as-plain-text')) return workspace
    return reply.type('text/plain; charset=utf-8').send(JSON.stringify(workspace))
  })
}

const withATwin = `(
  SELECT * FROM workspaces
  UNION ALL SELECT sequence + 1000, id, organization_id, name || ' (2)', readable_id || '_2' FROM workspaces)`

const withoutTheFirst = '(SELECT * FROM workspaces WHERE sequence > 1)'

function listedWorkspaces({ faults }: Deployment): string {
  if (faults.active('first-workspace-is-not-listed')) return withoutTheFirst
  return faults.active('workspaces-share-an-id') ? withATwin : 'workspaces'
}
