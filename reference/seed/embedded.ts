import { seedProduct } from './insert/products.ts'
import type { Store } from '../service/store/store.ts'
import { seedWorkspace } from './insert/workspaces.ts'
import { seedEmbeddedFiles } from './embedded-files.ts'
import { fixturesOf, publishFeedPump, seedFeedPump } from './feed-pump.ts'
import { seedForeign } from './foreign.ts'
import { seedOrganization } from './organization.ts'
import type { Seeded } from './seeded.ts'

const names = ['Feed pump', 'Gear pump', 'Heat exchanger', 'Control valve', 'Pressure vessel', 'Cooling fan'] as const

/** What the suite tests when it is given no target: a little of everything, in two organizations. */
export function seedEmbedded(store: Store): Seeded {
  const own = seedOrganization(store, { name: 'Northwind Pumps', users: ['Ada Moreno', 'Ben Okafor', 'Chiara Lind'] })
  const other = seedOrganization(store, { name: 'Southgate Turbines', users: ['Dai Pugh', 'Elif Kaya', 'Farid Nouri'] })
  const workspaceId = seedWorkspace(store, { organizationId: own.id, name: 'Pumps', readable_id: 'pumps' })
  seedWorkspace(store, { organizationId: own.id, name: 'Prototypes', readable_id: 'prototypes' })
  const [userId, ownerId] = own.userIds
  const productIds = names.map((name, index) =>
    seedProduct(store, {
      workspaceId,
      userId,
      name,
      readable_id: name.toLowerCase().replaceAll(' ', '_'),
      ...(index % 2 === 0 && { description: `${name}, second generation` }),
      ...(index === 0 && { status: inReview, excludedStatusIds: ['scrapped'] }),
      ...(index === 0 && ownerId !== undefined && { ownerId }),
      ...(index === 1 && { archived: true }),
      ...(index === 2 && { part_number: 'NW-HX-0002' }),
    }),
  )
  const [productId = ''] = productIds
  const generatedDocumentFileId = seedEmbeddedFiles(store, { productId, userId })
  const pump = seedFeedPump(store, { productId, userId })
  // What is to be in the versions comes before this.
  publishFeedPump(store, pump)
  const foreign = seedForeign(store, other)
  return { own, other, fixtures: { workspaceId, ...fixturesOf(pump), generatedDocumentFileId, foreign } }
}

const inReview = { id: 'in_review', name: 'In review', color: '#f2a33a', groupKey: 'in_progress' } as const
