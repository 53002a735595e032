import { seedFile } from './insert/files.ts'
import { seedItem } from './insert/items.ts'
import { seedProduct } from './insert/products.ts'
import { seedProperty } from './insert/properties.ts'
import type { Store } from '../service/store/store.ts'
import { seedWorkspace } from './insert/workspaces.ts'
import type { Organization } from './organization.ts'
import type { Fixtures } from './seeded.ts'

/** One of each kind in the other organization: what a key of the own one must not reach. */
export function seedForeign(store: Store, { id, userIds }: Organization): NonNullable<Fixtures['foreign']> {
  const [userId] = userIds
  const workspaceId = seedWorkspace(store, { organizationId: id, name: 'Turbines', readable_id: 'turbines' })
  const productId = seedProduct(store, { workspaceId, userId, readable_id: 'kaplan_runner', name: 'Kaplan runner' })
  const itemId = seedItem(store, {
    productId,
    userId,
    readable_id: 'blade',
    name: 'Blade',
    description: 'Cast, then milled',
  })
  const propertyId = seedProperty(store, {
    itemId,
    userId,
    readable_id: 'alloy',
    name: 'Alloy',
    type: 'text',
    value: 'CuAl10Fe5Ni5',
  })
  const fileId = seedFile(store, {
    targetId: itemId,
    userId,
    name: 'inspection.txt',
    content_type: 'text/plain',
    content: 'The casting is inspected before it leaves the foundry.\n',
  })
  return { workspaceId, productId, itemId, propertyId, fileId }
}
