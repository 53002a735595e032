import type { Store } from '../service/store/store.ts'
import { seedCrowded } from './crowded.ts'
import { seedDemonstration } from './demonstration.ts'
import { seedEmbedded } from './embedded.ts'
import type { Seeded } from './seeded.ts'
import { seedWorkspace } from './insert/workspaces.ts'
import { seedOrganization } from './organization.ts'

/** What a service is filled with when its store is new. */
export type SeedName = 'crowded' | 'demonstration' | 'embedded' | 'empty'

const seeds: Readonly<Record<SeedName, (store: Store) => Seeded>> = {
  crowded: seedCrowded,
  demonstration: seedDemonstration,
  embedded: seedEmbedded,
  empty: seedEmpty,
}

/** Fills a new store; of a store that was filled before, tells what is there and changes nothing. */
export function seed(store: Store, name: SeedName): Seeded {
  const known = store.get<{ value: string }>("SELECT value FROM settings WHERE name = 'seeded'")
  if (known !== undefined) return readSeeded(known.value)
  return store.transaction(() => {
    const seeded = seeds[name](store)
    store.run("INSERT INTO settings (name, value) VALUES ('seeded', ?)", JSON.stringify(seeded))
    return seeded
  })
}

function readSeeded(json: string): Seeded {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- written above, by this version or an older one of the same shape
  return JSON.parse(json) as Seeded
}

/** Two organizations with users, and an empty workspace each: the interface itself makes no workspaces. */
function seedEmpty(store: Store): Seeded {
  const own = seedOrganization(store, { name: 'Own', users: ['Ada Moreno', 'Ben Okafor', 'Chiara Lind'] })
  const other = seedOrganization(store, { name: 'Other', users: ['Dai Pugh', 'Elif Kaya', 'Farid Nouri'] })
  const workspaceId = seedWorkspace(store, { organizationId: own.id, name: 'Workspace', readable_id: 'workspace' })
  seedWorkspace(store, { organizationId: other.id, name: 'Elsewhere', readable_id: 'elsewhere' })
  return { own, other, fixtures: { workspaceId } }
}
