import type { Deployment } from '../deployment.ts'
import { notFound } from '../http/service-error.ts'

/** How a version is asked for. */
export type VersionWish = number | 'baseline'

/** The id of that version of the product; 404 where there is none, or no baseline was chosen. */
export function findVersion(deployment: Deployment, productId: string, wish: VersionWish): string {
  const number = wish === 'baseline' ? baselineOf(deployment, productId) : wish
  const version = deployment.store.get<{ id: string }>(
    'SELECT id FROM versions WHERE product_id = ? AND number = ?',
    productId,
    number,
  )
  if (version === undefined) throw notFound('the product has no such version', 'version_not_found')
  return version.id
}

function baselineOf({ store }: Deployment, productId: string): number | null {
  const sql = 'SELECT baseline_version_number AS number FROM products WHERE id = ?'
  return store.get<{ number: number | null }>(sql, productId)?.number ?? null
}
