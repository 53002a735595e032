import { isRecord } from '../changes/answers.ts'
import type { RequestChange } from '../changes/change.ts'
import { requestsOf } from '../changes/requests.ts'
import type { Deployment } from '../../reference/service/deployment.ts'
import { type Caller, callerOf } from '../../reference/service/http/caller.ts'
import { findItem } from '../../reference/service/items/find-item.ts'
import { findProduct } from '../../reference/service/products/find-product.ts'
import { findProperty } from '../../reference/service/properties/find-property.ts'
import { refuseUsedReadableId } from '../../reference/service/products/readable-id.ts'
import { findWorkspace } from '../../reference/service/workspaces/workspace.ts'
import { defineVariants } from './variant.ts'

interface Wish {
  readonly id: string
  readonly parent: string
  readonly caller: Caller
}

/** Lawful differences in whether a record can be moved to another parent of its organization. */
export const moveVariants = defineVariants({
  'products-move-between-workspaces': {
    title: 'moves a product to the workspace of its organization that an update names',
    latitude: 'the contract does not define this field of an update',
    touches: ['AUTH-20', 'PROD-03', 'PROD-42'],
    without: ['unknown-body-fields-are-refused'],
    changes: [
      moved('PATCH /products/:product_id', 'workspace_id', (deployment, { id, parent, caller }) => {
        const product = findProduct(deployment, { id, caller })
        const workspace = findWorkspace(deployment, { id: parent, caller })
        if (workspace.id === product.workspace_id) return
        refuseUsedReadableId(deployment, { workspaceId: workspace.id, readableId: product.readable_id })
        deployment.store.run('UPDATE products SET workspace_id = ? WHERE id = ?', workspace.id, product.id)
      }),
    ],
  },
  'items-and-properties-move-between-parents': {
    title: 'moves an item to the product, and a property to the item, of its organization that an update names',
    latitude: 'the contract does not define this field of an update',
    touches: ['AUTH-14', 'AUTH-16', 'ITEM-06', 'PROP-33'],
    without: [
      'unknown-body-fields-are-refused',
      'updates-take-the-named-fields-only',
      'updates-ignore-all-but-the-named-fields',
    ],
    changes: [
      moved('PATCH /items/:item_id', 'product_id', (deployment, { id, parent, caller }) => {
        const item = findItem(deployment, { id, caller })
        const product = findProduct(deployment, { id: parent, caller })
        deployment.store.run('UPDATE items SET product_id = ? WHERE id = ?', product.id, item.id)
      }),
      moved('PATCH /properties/:property_id', 'item_id', (deployment, { id, parent, caller }) => {
        const property = findProperty(deployment, { id, caller })
        const item = findItem(deployment, { id: parent, caller })
        deployment.store.run('UPDATE properties SET item_id = ? WHERE id = ?', item.id, property.id)
      }),
    ],
  },
})

/** An update of this route that names a parent moves the record there first. */
function moved(route: string, field: string, move: (deployment: Deployment, wish: Wish) => void): RequestChange {
  return requestsOf([route], (sent, deployment) => {
    const parent = isRecord(sent.body) ? sent.body[field] : undefined
    const id = sent.request.url.split(/[/?]/u).find((part) => /^[\da-f]{8}-/iu.test(part))
    if (typeof parent === 'string' && id !== undefined) move(deployment, { id, parent, caller: callerOf(sent.request) })
    return sent
  })
}
