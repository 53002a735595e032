import { randomUUID } from 'node:crypto'
import type { Deployment } from '../deployment.ts'
import { type FreshVersion, snapshotFiles } from '../files/snapshot-files.ts'
import { draftResult } from '../formulas/draft-result.ts'
import { snapshotItems } from './snapshot-items.ts'

/** Everything that a publication keeps, each in its own tables and all in one transaction. */
const onPublish: readonly ((deployment: Deployment, version: FreshVersion) => void)[] = [
  (deployment, version) => snapshotItems(deployment, version, (formula) => draftResult(deployment, formula)),
  snapshotFiles,
]

/** Publishes the product as it is now under the next number; the first version becomes the baseline where none was chosen. */
export function publishVersion(deployment: Deployment, productId: string): number {
  const { store } = deployment
  return store.transaction(() => {
    const id = randomUUID()
    const number = nextNumber(deployment, productId)
    store.run(
      'INSERT INTO versions (id, product_id, number, created_at) VALUES (?, ?, ?, ?)',
      id,
      productId,
      number,
      new Date().toISOString(),
    )
    for (const keep of onPublish) keep(deployment, { id, productId })
    store.run(
      'UPDATE products SET baseline_version_number = coalesce(baseline_version_number, ?) WHERE id = ?',
      number,
      productId,
    )
    return number
  })
}

function nextNumber({ store, faults, variants }: Deployment, productId: string): number {
  if (variants.chosen('version-numbers-are-shared'))
    return (store.get<{ latest: number | null }>('SELECT max(number) AS latest FROM versions')?.latest ?? 0) + 1

  const row = store.get<{ latest: number | null; lowest: number | null }>(
    'SELECT max(number) AS latest, min(number) AS lowest FROM versions WHERE product_id = ?',
    productId,
  )
  const { latest, lowest } = { latest: row?.latest ?? 0, lowest: row?.lowest ?? 1000 }
  return lowest > 1 && faults.active('version-numbers-run-down') ? lowest - 1 : latest + 1
}
