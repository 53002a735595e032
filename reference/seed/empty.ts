import type { Store } from '../service/store/store.ts'
import { seedWorkspace } from './insert/workspaces.ts'
import { seedOrganization } from './organization.ts'
import type { Seeded } from './seeded.ts'

/** Two organizations with users, and an empty workspace each: the interface itself makes no workspaces. */
export function seedEmpty(store: Store): Seeded {
  const own = seedOrganization(store, { name: 'Own', users: ['Ada Moreno', 'Ben Okafor', 'Chiara Lind'] })
  const other = seedOrganization(store, { name: 'Other', users: ['Dai Pugh', 'Elif Kaya', 'Farid Nouri'] })
  const workspaceId = seedWorkspace(store, { organizationId: own.id, name: 'Workspace', readable_id: 'workspace' })
  seedWorkspace(store, { organizationId: other.id, name: 'Elsewhere', readable_id: 'elsewhere' })
  return { own, other, fixtures: { workspaceId } }
}
