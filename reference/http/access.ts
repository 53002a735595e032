import type { Deployment } from '../deployment.ts'
import type { Caller } from './caller.ts'
import { forbidden, notFound } from './service-error.ts'

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
  if (row === undefined) throw unknown(deployment, kind)
  if (row.organization_id === caller.organizationId) return row
  if (kind === 'product' && deployment.faults.active('foreign-product-passes-for-unknown'))
    throw unknown(deployment, kind)
  throw forbidden()
}

function unknown({ variants }: Deployment, kind: ResourceKind): Error {
  const code = variants.chosen('unknown-resources-have-codes-of-their-own') ? `${kind}_not_found` : 'not_found'
  return notFound(`no such ${kind}`, code)
}
