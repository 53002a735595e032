import type { Deployment } from '../deployment.ts'
import { rule } from '../rule.ts'
import type { Caller } from './caller.ts'
import { broken, forbidden, notFound, ServiceError } from './service-error.ts'

/** The kinds of resources that are reached by id. */
export type ResourceKind = 'workspace' | 'product' | 'item' | 'property' | 'file'

/** What was looked up: the row with its organization, or nothing. */
export interface Sought<Row> {
  readonly kind: ResourceKind
  readonly row: Row | undefined
  readonly caller: Caller
}

/** The row, where it exists and is the caller's: 404 where it does not exist, 403 where it is another organization's. */
export function reach<Row extends { readonly organization_id: string }>(
  deployment: Deployment,
  { kind, row, caller }: Sought<Row>,
): Row {
  if (row === undefined) throw unknownResource(deployment, kind)
  if (row.organization_id === caller.organizationId) return row
  if (kind === 'product' && deployment.faults.active('foreign-product-passes-for-unknown')) {
    throw unknownResource(deployment, kind)
  }
  if ('name' in row && deployment.faults.active('refusal-names-the-resource')) {
    throw new ServiceError({ status: 403, code: 'forbidden', message: 'not yours', details: { name: row.name } })
  }
  const place = 'product_id' in row && kind !== 'file' ? { product_id: row.product_id } : undefined
  if (place !== undefined && deployment.faults.active('refusal-names-where-the-resource-is')) {
    throw new ServiceError({ status: 403, code: 'forbidden', message: 'not yours', details: place })
  }
  throw forbidden()
}

/** The 404 of a kind of resource. */
export const unknownResource = rule(({ faults }: Deployment, kind: ResourceKind): ServiceError => {
  if (kind === 'workspace' && faults.active('unknown-workspace-has-another-code')) {
    return notFound(`no such ${kind}`, 'no_such_workspace')
  }
  return notFound(`no such ${kind}`)
})

const uuid = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/iu

/** An id from a path as the store has it: UUIDs are the same in any letter case, and no other text is an id of anything. */
export function idFromPath({ faults }: Deployment, text: string): string {
  if (!uuid.test(text) && faults.active('id-that-is-no-uuid-breaks-the-service')) throw broken()
  return text.toLowerCase()
}
