import { isRecord } from '../changes/answers.ts'
import type { Arrival } from '../changes/change.ts'
import type { Deployment } from '../../reference/service/deployment.ts'
import { findFile } from '../../reference/service/files/find-file.ts'
import { callerOf } from '../../reference/service/http/caller.ts'
import { findItem } from '../../reference/service/items/find-item.ts'
import { findProduct } from '../../reference/service/products/find-product.ts'
import { findProperty } from '../../reference/service/properties/find-property.ts'
import { findWorkspace } from '../../reference/service/workspaces/workspace.ts'

/** Rejects a request whose path names a resource that there is not, or that is another organization's. */
export function judgeAccess({ request }: Arrival, deployment: Deployment): void {
  const params = isRecord(request.params) ? request.params : {}
  const [name, id] = Object.entries(params)[0] ?? []
  if (typeof id !== 'string' || !['GET', 'PATCH', 'DELETE'].includes(request.method) || request.caller === null) return
  const question = { id, caller: callerOf(request) }
  if (name === 'workspace_id') findWorkspace(deployment, question)
  if (name === 'product_id') findProduct(deployment, question)
  if (name === 'item_id') findItem(deployment, question)
  const isVersioned = isRecord(request.query) && request.query['version'] !== undefined
  if (name === 'property_id' && !isVersioned) findProperty(deployment, question)
  if (name === 'id') findFile(deployment, question)
}
