import type { FastifyRequest } from 'fastify'
import type { Deployment } from '../deployment.ts'
import { type Caller, callerOf } from '../http/caller.ts'
import { type List, listPage } from '../http/page.ts'
import { Query } from '../http/query.ts'
import { findItem } from '../items/find-item.ts'
import { selectionOfVersion } from '../versions/selection-of-version.ts'
import { type Property, type PropertyRow, selectProperties, showProperty } from './property.ts'
import type { PropertySelection } from './property-selection.ts'
import { propertyTypes } from './property-type.ts'

/** Properties in the order of their creation: of one item or the whole organization, of the draft or a published version. */
export function listProperties(deployment: Deployment, request: FastifyRequest): List<Property> {
  const query = new Query(request)
  const version = query.version('version')
  const itemId = query.text('item_id')
  const includeDeleted = query.boolean('includeDeleted') ?? false
  const type = query.choice('type', propertyTypes)
  const caller = callerOf(request)
  const selection =
    version === undefined
      ? selectionOfDraft(deployment, { itemId, caller, includeDeleted })
      : selectionOfVersion(deployment, { itemId, caller, version })
  const ofType = type === undefined ? [] : [{ sql: `${selection.table}.type = ?`, value: type }]
  const conditions = [...selection.conditions, ...ofType]
  return listPage<PropertyRow, Property>(deployment, request, {
    sql: `${selection.select} WHERE ${conditions.map(({ sql }) => sql).join(' AND ')} ORDER BY ${selection.table}.sequence`,
    values: conditions.flatMap(({ value }) => (value === undefined ? [] : [value])),
    show: (row) => showProperty(deployment, row),
  })
}

interface DraftQuestion {
  readonly itemId: string | undefined
  readonly caller: Caller
  readonly includeDeleted: boolean
}

function selectionOfDraft(
  deployment: Deployment,
  { itemId, caller, includeDeleted }: DraftQuestion,
): PropertySelection {
  const place =
    itemId === undefined
      ? { sql: 'workspaces.organization_id = ?', value: caller.organizationId }
      : { sql: 'properties.item_id = ?', value: findItem(deployment, { id: itemId, caller }).id }
  return {
    select: selectProperties,
    table: 'properties',
    conditions: [place, ...(includeDeleted ? [] : [{ sql: 'properties.deleted = 0' }])],
  }
}
