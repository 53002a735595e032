import type { Deployment } from '../../reference/service/deployment.ts'
import { changesAt, type AppliedChange } from './applied-change.ts'

/** Prepares the store of a deployment as its changes have it. */
export function applyStore(deployment: Deployment, applied: readonly AppliedChange[]): void {
  for (const { change } of changesAt('store', applied)) change.prepare(deployment.store, deployment)
}
