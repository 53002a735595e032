import { randomUUID } from 'node:crypto'
import { snapshotFiles } from '../../service/files/snapshot-files.ts'
import type { Store } from '../../service/store/store.ts'
import { snapshotItems } from '../../service/versions/snapshot-items.ts'

export interface VersionSeed {
  readonly productId: string
  readonly number: number
  /** The results of its formulas by property id: a seed computes nothing, so that a start stays quick. */
  readonly results: ReadonlyMap<string, number | string>
}

/** Publishes a product as it is now; the first version becomes its baseline. */
export function seedVersion(store: Store, { productId, number, results }: VersionSeed): void {
  const publisher = { store, replacements: new Map() }
  const version = { id: randomUUID(), productId }
  store.run(
    'INSERT INTO versions (id, product_id, number, created_at) VALUES (?, ?, ?, ?)',
    version.id,
    productId,
    number,
    new Date().toISOString(),
  )
  snapshotItems(publisher, version, ({ id }) => results.get(id) ?? null)
  snapshotFiles(publisher, version)
  store.run(
    'UPDATE products SET baseline_version_number = coalesce(baseline_version_number, ?) WHERE id = ?',
    number,
    productId,
  )
}
