import type { FastifyRequest } from 'fastify'
import type { Deployment } from '../deployment.ts'
import { callerOf, type Caller } from '../http/caller.ts'
import { type List, listPage } from '../http/page.ts'
import { Query } from '../http/query.ts'
import { rule } from '../rule.ts'
import type { RequestedVersion } from '../versions/find-version.ts'
import { selectionOfVersion } from '../versions/selection-of-version.ts'
import { type Property, type PropertyRow, showProperty, selectProperties } from './property.ts'
import type { PropertySelection, PropertyCondition } from './property-selection.ts'
import { readType } from './read-type.ts'
import { findItem } from '../items/find-item.ts'
import type { PropertyType } from './property-type.ts'

/** A list of properties: the same of the draft, or as of a version. */
export interface ListQuestion extends DraftQuestion {
  readonly version: RequestedVersion | undefined
}

/** Properties in the order of their creation: of one item or the whole organization, of the draft or a published version. */
export const listProperties = rule((deployment: Deployment, request: FastifyRequest): List<Property> => {
  const { select, table, conditions } = selectionFor(deployment, readQuestion(deployment, request))
  return listPage<PropertyRow, Property>(deployment, request, {
    sql: `${select} WHERE ${conditions.map(({ sql }) => sql).join(' AND ')} ORDER BY ${table}.sequence`,
    values: conditions.flatMap(({ value }) => (value === undefined ? [] : [value])),
    show: (row) => showProperty(deployment, row),
  })
})

/** Where the properties that are asked for are found. */
export const selectionFor = rule((deployment: Deployment, question: ListQuestion): PropertySelection => {
  const { version, itemId, type, caller } = question
  if (version === undefined) return selectionOfDraft(deployment, question)
  const selection = selectionOfVersion(deployment, { itemId, caller, version })
  return { ...selection, conditions: [...selection.conditions, ...ofType(deployment, type, selection.table)] }
})

function readQuestion(deployment: Deployment, request: FastifyRequest): ListQuestion {
  const query = new Query(request)
  return {
    version: query.version('version'),
    includeDeleted: query.boolean('includeDeleted') ?? false,
    type: readType(deployment, query),
    itemId: query.text('item_id'),
    caller: callerOf(request),
  }
}

/** A list of the draft: of which item and which type, who asks, and whether soft-deleted properties are in it. */
export interface DraftQuestion {
  readonly itemId: string | undefined
  readonly type: PropertyType | undefined
  readonly includeDeleted: boolean
  readonly caller: Caller
}

/** The draft's properties, of one item or of the whole organization, of one type or all; deleted ones where they are asked for. */
export const selectionOfDraft = rule((deployment: Deployment, question: DraftQuestion): PropertySelection => ({
  select: selectProperties,
  table: 'properties',
  conditions: [
    placeInDraft(deployment, question),
    ...(question.includeDeleted ? [] : [{ sql: 'properties.deleted = 0' }]),
    ...ofType(deployment, question.type, 'properties'),
  ],
}))

/** Of the item that is asked for, where the caller reaches it, or of all that the organization has. */
export const placeInDraft = rule((deployment: Deployment, { itemId, caller }: DraftQuestion): PropertyCondition => {
  if (itemId === undefined) return { sql: 'workspaces.organization_id = ?', value: caller.organizationId }
  return { sql: 'properties.item_id = ?', value: findItem(deployment, { id: itemId, caller }).id }
})

/** The filter of a list by type, where one is asked for. */
export const ofType = rule(
  (_: Deployment, type: PropertyType | undefined, table: PropertySelection['table']): readonly PropertyCondition[] =>
    type === undefined ? [] : [{ sql: `${table}.type = ?`, value: type }],
)
