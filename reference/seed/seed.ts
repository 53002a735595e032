import type { PropertyType } from '../service/properties/property-type.ts'
import type { Store } from '../service/store/store.ts'
import { seedCrowded } from './crowded.ts'
import { seedDemonstration } from './demonstration.ts'
import { seedEmbedded } from './embedded.ts'
import { seedEmpty } from './empty.ts'
import type { Organization } from './organization.ts'

/** What a service is filled with when its store is new. */
export type SeedName = 'crowded' | 'demonstration' | 'embedded' | 'empty'

/** Ids of what a seed has made, for target files: the fields are those of a target file's fixtures. */
export interface Fixtures {
  readonly workspaceId: string
  readonly publishedProduct?: {
    readonly productId: string
    readonly versions: readonly number[]
    readonly baseline: number
    readonly files?: ReadonlyArray<{ readonly fileId: string; readonly sha256: Readonly<Record<string, string>> }>
    readonly values?: ReadonlyArray<{
      readonly propertyId: string
      readonly byVersion: Readonly<Record<string, unknown>>
    }>
  }
  readonly partNumberRule?: {
    readonly workspaceId: string
    readonly pattern: string
    readonly matching: string
    readonly violating: string
  }
  readonly properties?: Readonly<Record<PropertyType, string>>
  readonly softDeletedPropertyId?: string
  readonly generatedDocumentFileId?: string
  readonly foreign?: {
    readonly workspaceId: string
    readonly productId: string
    readonly itemId: string
    readonly propertyId: string
    readonly fileId: string
  }
}

/** What is known of the seeded store; kept in the store, so that a reopened file still has it. */
export interface Seeded {
  readonly own: Organization
  readonly other: Organization
  readonly fixtures: Fixtures
}

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
