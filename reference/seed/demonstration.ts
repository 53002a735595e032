import { seedProduct } from './insert/products.ts'
import type { Store } from '../service/store/store.ts'
import { seedWorkspace } from './insert/workspaces.ts'
import { seedBattery } from './demonstration-battery.ts'
import { seedDemonstrationFiles } from './demonstration-files.ts'
import { seedForeign } from './foreign.ts'
import { seedOrganization } from './organization.ts'
import type { Seeded } from './seeded.ts'

/** A small engineering office at work, for people who write a client. */
export function seedDemonstration(store: Store): Seeded {
  const own = seedOrganization(store, {
    name: 'Halden Mobility',
    users: ['Ingrid Solheim', 'Jonas Weber', 'Kavya Raman', 'Liam Doyle'],
  })
  const other = seedOrganization(store, { name: 'Southgate Turbines', users: ['Dai Pugh', 'Elif Kaya', 'Farid Nouri'] })
  const workspaceId = seedWorkspace(store, { organizationId: own.id, name: 'Cargo bikes', readable_id: 'cargo_bikes' })
  seedWorkspace(store, { organizationId: own.id, name: 'Charging', readable_id: 'charging' })
  const [userId, ownerId] = own.userIds
  const productIds = products.map((product) =>
    seedProduct(store, { ...product, workspaceId, userId, ...(ownerId !== undefined && { ownerId }) }),
  )
  const [productId = '', batteryId = ''] = productIds
  const generatedDocumentFileId = seedDemonstrationFiles(store, { productId, userId })
  seedBattery(store, { productId: batteryId, userId })
  return { own, other, fixtures: { workspaceId, generatedDocumentFileId, foreign: seedForeign(store, other) } }
}

const design = { id: 'design', name: 'Design', color: '#3a7bd5', groupKey: 'in_progress' } as const
const released = { id: 'released', name: 'Released', color: '#2e9e5b', groupKey: 'done' } as const

const products = [
  {
    readable_id: 'longtail_frame',
    name: 'Longtail frame',
    description: 'Welded aluminium frame, 200 kg gross',
    part_number: 'HM-100-0001',
    status: released,
  },
  { readable_id: 'traction_battery', name: 'Traction battery 48 V', part_number: 'HM-200-0001', status: design },
  { readable_id: 'hub_motor', name: 'Hub motor', description: 'Geared, 250 W nominal', status: design },
  { readable_id: 'rear_rack', name: 'Rear rack', archived: true },
] as const
