import type { FastifyRequest } from 'fastify'
import type { Deployment } from '../deployment.ts'
import { callerOf } from '../http/caller.ts'
import { type List, listPage } from '../http/page.ts'
import { Query } from '../http/query.ts'
import { rule } from '../rule.ts'
import type { RequestedVersion } from '../versions/find-version.ts'
import { selectionOfVersion } from '../versions/selection-of-version.ts'
import { ofType } from './of-type.ts'
import { type Property, type PropertyRow, showProperty } from './property.ts'
import type { PropertySelection } from './property-selection.ts'
import { readType } from './read-type.ts'
import { type DraftQuestion, selectionOfDraft } from './selection-of-draft.ts'

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
