import type { Deployment } from '../deployment.ts'
import { rule } from '../rule.ts'
import type { Caller } from './caller.ts'
import { forbidden, notFound, type ServiceError } from './service-error.ts'

/** The kinds of resources that are reached by id. */
export type ResourceKind = 'workspace' | 'product' | 'item' | 'property' | 'file'

/** What was looked up: the row with its organization, or nothing. */
export interface Sought<Row> {
  readonly kind: ResourceKind
  readonly row: Row | undefined
  readonly caller: Caller
}

/** The row, if it exists and is the caller's: 404 if it does not exist, 403 if it is another organization's. */
export const reach = rule(
  <Row extends { readonly organization_id: string }>(
    deployment: Deployment,
    { kind, row, caller }: Sought<Row>,
  ): Row => {
    if (row === undefined) throw unknownResource(deployment, kind)
    if (row.organization_id !== caller.organizationId) throw forbidden()
    return row
  },
)

/** The 404 of a kind of resource. */
export const unknownResource = rule((_: Deployment, kind: ResourceKind): ServiceError => notFound(`no such ${kind}`))

/** An id from a path as the store has it: UUIDs are the same in any letter case, and no other text is an id of anything. */
export const idFromPath = rule((_: Deployment, text: string): string => text.toLowerCase())
