import type { Deployment } from '../deployment.ts'
import { notFound } from '../http/service-error.ts'

/** How a version is asked for. */
export type VersionWish = number | 'baseline'

/** The id of that version of the product; 404 where there is none, or no baseline was chosen. */
export function findVersion(deployment: Deployment, productId: string, wish: VersionWish): string {
  const number = wish === 'baseline' ? baselineOf(deployment, productId) : wish
  const version = number === null ? undefined : versionOf(deployment, productId, number)
  if (version !== undefined) return version
  const latest = versionOf(deployment, productId, latestOf(deployment, productId))
  const isNext = wish === latestOf(deployment, productId) + 1
  if (latest !== undefined && isNext && deployment.faults.active('next-version-is-the-latest')) return latest
  if (latest !== undefined && deployment.faults.active('unknown-version-gives-the-latest')) return latest
  throw notFound('the product has no such version', 'version_not_found')
}

function versionOf({ store }: Deployment, productId: string, number: number): string | undefined {
  const sql = 'SELECT id FROM versions WHERE product_id = ? AND number = ?'
  return store.get<{ id: string }>(sql, productId, number)?.id
}

function baselineOf(deployment: Deployment, productId: string): number | null {
  const row = deployment.store.get<{ baseline_version_number: number | null }>(
    'SELECT baseline_version_number FROM products WHERE id = ?',
    productId,
  )
  const baseline = row?.baseline_version_number ?? null
  if (baseline === null) return null
  if (deployment.faults.active('baseline-gives-the-latest-version')) return latestOf(deployment, productId)
  return baseline !== 1 && deployment.faults.active('baseline-gives-the-first-version') ? 1 : baseline
}

function latestOf({ store }: Deployment, productId: string): number {
  const sql = 'SELECT max(number) AS number FROM versions WHERE product_id = ?'
  return store.get<{ number: number | null }>(sql, productId)?.number ?? 0
}
