import { randomUUID } from 'node:crypto'
import type { Deployment } from '../deployment.ts'
import { snapshotFiles } from '../files/snapshot-files.ts'
import { formulaResult } from '../formulas/formula-result.ts'
import { rule } from '../rule.ts'
import { snapshotItems } from './snapshot-items.ts'

/**
 * Publishes the product as it is now under the next number, all of it in one transaction; the first version becomes the
 * baseline where none was chosen.
 */
export const publishVersion = rule((deployment: Deployment, productId: string): number => {
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
    snapshotItems(deployment, { id, productId }, (formula) => formulaResult(deployment, formula))
    snapshotFiles(deployment, { id, productId })
    store.run(
      'UPDATE products SET baseline_version_number = coalesce(baseline_version_number, ?) WHERE id = ?',
      number,
      productId,
    )
    return number
  })
})

/** Versions of a product are numbered upwards from 1. */
export const nextNumber = rule(({ store }: Deployment, productId: string): number => {
  const sql = 'SELECT max(number) AS latest FROM versions WHERE product_id = ?'
  return (store.get<{ latest: number | null }>(sql, productId)?.latest ?? 0) + 1
})
