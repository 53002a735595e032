import type { Deployment } from '../deployment.ts'
import { forbidden, notFound } from '../http/service-error.ts'
import {
  findWorkspace,
  firstWorkspace,
  showWorkspace,
  type Workspace,
  type WorkspaceQuestion,
  workspaceRow,
} from './workspace.ts'

/** One workspace, as its own endpoint shows it. */
export function readWorkspace(deployment: Deployment, question: WorkspaceQuestion): Workspace {
  const { faults } = deployment
  const row = workspaceRow(deployment, question.id)
  if (row === undefined && faults.active('unknown-workspace-is-forbidden')) throw forbidden()
  const isForeign = row !== undefined && row.organization_id !== question.caller.organizationId
  if (isForeign && faults.active('foreign-workspace-passes-for-unknown')) throw notFound()
  const workspace = showWorkspace(deployment, findWorkspace(deployment, question))
  const isFirst = workspace.id === firstWorkspace(deployment)?.id
  if (!isFirst && faults.active('only-the-first-workspace-by-id')) throw forbidden()
  if (faults.active('workspace-by-id-under-another-readable-id'))
    return { ...workspace, readable_id: `${workspace.readable_id}_1` }
  if (faults.active('workspace-by-id-in-another-case')) return { ...workspace, name: workspace.name.toUpperCase() }
  return workspace
}
