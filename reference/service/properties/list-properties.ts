import type { FastifyRequest } from 'fastify'
import type { Deployment } from '../deployment.ts'
import { type Caller, callerOf } from '../http/caller.ts'
import { type List, listPage } from '../http/page.ts'
import { Query } from '../http/query.ts'
import { ServiceError } from '../http/service-error.ts'
import type { VersionWish } from '../versions/find-version.ts'
import { selectionOfVersion } from '../versions/selection-of-version.ts'
import { type PropertyRow, selectProperties } from './property.ts'
import type { PropertySelection } from './property-selection.ts'
import { readProperty } from './read-property.ts'
import { readIncludeDeleted, selectionOfDraft } from './selection-of-draft.ts'
import { typeConditions } from './type-conditions.ts'

/** Properties in the order of their creation: of one item or the whole organization, of the draft or a published version. */
export function listProperties(deployment: Deployment, request: FastifyRequest): List<object> {
  const query = new Query(request)
  const version = query.version('version')
  const selection = selectionFor(deployment, {
    query,
    version,
    caller: callerOf(request),
  })
  const ofType = typeConditions(deployment, query, selection.table)
  const isUnfiltered =
    ofType.length > 0 &&
    query.text('includeDeleted') === 'true' &&
    deployment.faults.active('included-list-forgets-the-type')
  const isLate =
    version !== undefined &&
    ofType.length > 0 &&
    deployment.faults.active('pages-of-a-version-are-cut-before-the-filter')
  const conditions = [...selection.conditions, ...(isUnfiltered || isLate ? [] : ofType)]
  const direction = deployment.variants.chosen('newest-first') ? ' DESC' : ''
  const page = listPage<PropertyRow, object>(deployment, request, {
    sql: `${selection.select} WHERE ${conditions.map(({ sql }) => sql).join(' AND ')} ORDER BY ${selection.table}.sequence${direction}`,
    values: conditions.flatMap(({ value }) => (value === undefined ? [] : [value])),
    show: (row) => readProperty(deployment, row, { byId: false }),
  })
  if (isLate) return ofTypeOnly(page, query.text('type'))
  if (!deployment.faults.has('deleted-properties-leave-gaps-in-pages')) return page
  return readIncludeDeleted(deployment, query) ? page : withoutDeleted(page)
}

/** What the fault leaves of a page that was cut before the deleted were taken out. */
function withoutDeleted({ items }: List<object>): List<object> {
  const living = items.filter((entry) => !('deleted' in entry) || entry.deleted !== true)
  return { items: living, count: living.length }
}

/** What the fault leaves of a page that was cut before the others were taken out. */
function ofTypeOnly({ items }: List<object>, type: string | undefined): List<object> {
  const left = items.filter((entry) => 'type' in entry && entry.type === type?.toLowerCase())
  return { items: left, count: left.length }
}

const nothing: PropertySelection = { select: selectProperties, table: 'properties', conditions: [{ sql: 'FALSE' }] }

interface ListQuestion {
  readonly query: Query
  readonly version: VersionWish | undefined
  readonly caller: Caller
}

function selectionFor(deployment: Deployment, { query, version, caller }: ListQuestion): PropertySelection {
  const itemId = query.text('item_id')
  const draft = {
    itemId,
    caller,
    includeDeleted: readIncludeDeleted(deployment, query),
    byType: query.text('type') !== undefined,
  }
  if (version === undefined) return selectionOfDraft(deployment, draft)
  if (draft.includeDeleted && deployment.faults.active('included-list-forgets-the-version'))
    return selectionOfDraft(deployment, draft)
  try {
    return selectionOfVersion(deployment, { itemId, caller, version })
  } catch (error) {
    const isUnknown = error instanceof ServiceError && error.code === 'version_not_found'
    if (isUnknown && deployment.variants.chosen('unknown-version-is-empty')) return nothing
    if (!isUnknown || !deployment.faults.active('unknown-version-gives-the-draft')) throw error
    return selectionOfDraft(deployment, draft)
  }
}
