import type { Deployment } from '../deployment.ts'
import { notFound } from '../http/service-error.ts'
import { rule } from '../rule.ts'

/** How a version is asked for. */
export type RequestedVersion = number | 'baseline'

/** The id of that version of the product; 404 if there is none, or no baseline was chosen. */
export const findVersion = rule((deployment: Deployment, productId: string, requested: RequestedVersion): string => {
  const number = requested === 'baseline' ? baselineOf(deployment, productId) : requested
  const version = deployment.store.get<{ id: string }>(
    'SELECT id FROM versions WHERE product_id = ? AND number = ?',
    productId,
    number,
  )
  if (version === undefined) throw notFound('the product has no such version', 'version_not_found')
  return version.id
})

function baselineOf({ store }: Deployment, productId: string): number | null {
  const sql = 'SELECT baseline_version_number AS number FROM products WHERE id = ?'
  return store.get<{ number: number | null }>(sql, productId)?.number ?? null
}
