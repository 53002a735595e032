import type { FastifyRequest } from 'fastify'
import type { Deployment } from '../deployment.ts'
import { callerOf } from '../http/caller.ts'
import { type List, listPage } from '../http/page.ts'
import { Query } from '../http/query.ts'
import { rule } from '../rule.ts'
import type { VersionWish } from '../versions/find-version.ts'
import { selectionOfVersion } from '../versions/selection-of-version.ts'
import { type Property, type PropertyRow, showProperty } from './property.ts'
import type { PropertyCondition, PropertySelection } from './property-selection.ts'
import type { PropertyType } from './property-type.ts'
import { readType } from './read-type.ts'
import { type DraftQuestion, selectionOfDraft } from './selection-of-draft.ts'

/** A list of properties: the same of the draft, or as of a version. */
export interface ListQuestion extends DraftQuestion {
  readonly version: VersionWish | undefined
}

/** Properties in the order of their creation: of one item or the whole organization, of the draft or a published version. */
export const listProperties = rule((deployment: Deployment, request: FastifyRequest): List<Property> => {
  const question = readQuestion(deployment, request)
  const { select, table, conditions } = selectionFor(deployment, question)
  const all = [...conditions, ...ofType(deployment, question.type, table)]
  return listPage<PropertyRow, Property>(deployment, request, {
    sql: `${select} WHERE ${all.map(({ sql }) => sql).join(' AND ')} ORDER BY ${table}.sequence`,
    values: all.flatMap(({ value }) => (value === undefined ? [] : [value])),
    show: (row) => showProperty(deployment, row),
  })
})

/** The filter by type. */
export const ofType = rule(
  (_: Deployment, type: PropertyType | undefined, table: PropertySelection['table']): readonly PropertyCondition[] =>
    type === undefined ? [] : [{ sql: `${table}.type = ?`, value: type }],
)

/** Where the properties that are asked for are found. */
export const selectionFor = rule((deployment: Deployment, { version, ...question }: ListQuestion): PropertySelection =>
  version === undefined
    ? selectionOfDraft(deployment, question)
    : selectionOfVersion(deployment, { itemId: question.itemId, caller: question.caller, version }),
)

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
