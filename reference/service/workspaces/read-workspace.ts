import type { Deployment } from '../deployment.ts'
import { rule } from '../rule.ts'
import { findWorkspace, showWorkspace, type Workspace, type WorkspaceQuestion } from './workspace.ts'

/** One workspace, as its own endpoint shows it. */
export const readWorkspace = rule((deployment: Deployment, question: WorkspaceQuestion): Workspace =>
  showWorkspace(findWorkspace(deployment, question)),
)
