import type { Deployment } from '../deployment.ts'
import type { Caller } from '../http/caller.ts'
import type { Query } from '../http/query.ts'
import { broken } from '../http/service-error.ts'
import type { Store } from '../store/store.ts'
import { findWorkspace, workspaceRow } from '../workspaces/workspace.ts'
import { fold, foldedName } from './fold.ts'

/** A condition of a selection, with its values. */
export interface Condition {
  readonly sql: string
  readonly values: readonly string[]
}

/** What the query asks for, as conditions; that of the search text is the last one. */
export function listConditions(deployment: Deployment, query: Query, caller: Caller): Condition[] {
  return [
    ...reachConditions(deployment, query, caller),
    ...lateConditions(deployment, query),
    ...lengthConditions(deployment),
    ...describedConditions(deployment, query),
    ...searchConditions(deployment, query),
  ]
}

/** Whether a search finds nothing. */
export function nothingMatches(store: Store, sql: string, conditions: readonly Condition[]): boolean {
  const isSearch = conditions.at(-1)?.sql.includes('folded_name') ?? false
  return isSearch && store.get(sql, ...conditions.flatMap(({ values }) => values)) === undefined
}

function reachConditions(deployment: Deployment, query: Query, caller: Caller): readonly Condition[] {
  const { faults } = deployment
  const leavesGaps = faults.active('deleted-products-leave-gaps-in-pages')
  const living = leavesGaps ? '' : 'products.gone = 0 AND '
  const own = { sql: `${living}workspaces.organization_id = ?`, values: [caller.organizationId] }
  const anybodys = { sql: 'products.gone = 0', values: [] }
  if (faults.active('deleted-product-still-listed')) {
    return [
      { sql: 'workspaces.organization_id = ?', values: [caller.organizationId] },
      ...workspaceCondition(deployment, query),
    ]
  }
  const id = workspaceIdOf(deployment, query)
  if (id === undefined && query.text('q') !== undefined && faults.active('search-reaches-across-organizations'))
    return [anybodys]
  if (id === undefined) return faults.active('product-list-reaches-across-organizations') ? [anybodys] : [own]
  if (isForeign(deployment, id, caller) && faults.active('product-list-of-foreign-workspace'))
    return [anybodys, ...workspaceCondition(deployment, query)]
  const isSearched = query.text('q') !== undefined && isForeign(deployment, id, caller)
  if (isSearched && faults.active('search-in-foreign-workspace'))
    return [anybodys, ...workspaceCondition(deployment, query)]
  findWorkspace(deployment, { id, caller })
  if (query.text('q') !== undefined && faults.active('search-finds-own-products-only')) {
    const made = { sql: 'products.created_by = ?', values: [caller.userId] }
    return [own, made, ...workspaceCondition(deployment, query)]
  }
  return faults.active('workspace-filter-forgotten') ? [own] : [own, ...workspaceCondition(deployment, query)]
}

function isForeign(deployment: Deployment, workspaceId: string, caller: Caller): boolean {
  const organizationId = workspaceRow(deployment, workspaceId)?.organization_id
  return organizationId !== undefined && organizationId !== caller.organizationId
}

/** The workspace asked for. */
export function workspaceIdOf(_: Deployment, query: Query): string | undefined {
  return query.text('workspace_id')
}

function workspaceCondition(deployment: Deployment, query: Query): readonly Condition[] {
  const id = workspaceIdOf(deployment, query)
  return id === undefined ? [] : [{ sql: 'products.workspace_id = ?', values: [id.toLowerCase()] }]
}

function lateConditions({ faults }: Deployment, query: Query): readonly Condition[] {
  if (query.text('q') !== undefined || !faults.active('new-product-listed-late')) return []
  return [{ sql: 'products.created_at < ?', values: [new Date(Date.now() - 1000).toISOString()] }]
}

function describedConditions({ faults }: Deployment, query: Query): readonly Condition[] {
  const isSearch = (query.text('q') ?? '') !== ''
  return isSearch && faults.active('search-passes-over-the-described')
    ? [{ sql: 'products.description IS NULL', values: [] }]
    : []
}

function lengthConditions({ faults }: Deployment): readonly Condition[] {
  if (faults.active('products-with-pictures-in-names-are-not-listed'))
    return [{ sql: "products.name NOT GLOB '*[😀-😏]*'", values: [] }]
  if (!faults.active('bare-products-with-long-names-are-not-listed')) return []
  return [{ sql: '(length(products.name) < 160 OR products.description IS NOT NULL)', values: [] }]
}

function decodedAgain(text: string): string {
  return text.replaceAll(/%([2-7][\da-f])/giu, (_, hex: string) => String.fromCodePoint(Number.parseInt(hex, 16)))
}

/** A literal part of the name, whatever the letter case. */
function searchConditions({ faults, variants }: Deployment, query: Query): readonly Condition[] {
  const text = query.text('q')
  if (text === undefined || text === '') return []
  if (text.includes('\0') && faults.active('nul-in-search-breaks-the-service')) throw broken()
  if (text === '0' && faults.active('search-for-zero-is-left-out')) return []
  if (text.length < 3 && faults.active('short-search-text-is-left-out')) return []
  if (text.length < 3 && faults.active('search-needs-three-characters')) return [{ sql: 'FALSE', values: [] }]
  if (Number(query.text('offset') ?? 0) > 0 && faults.active('search-forgotten-on-later-pages')) return []
  const folded = foldedName({ variants }, text)
  if (/I/u.test(text) && faults.active('search-folds-a-capital-i-as-in-turkish')) {
    return [{ sql: 'instr(products.folded_name, ?) > 0', values: [text.toLocaleLowerCase('tr')] }]
  }
  if (faults.active('search-minds-letter-case')) {
    return [{ sql: 'products.folded_name IS NOT NULL AND instr(products.name, ?) > 0', values: [text] }]
  }
  if (/ {2}/u.test(folded) && faults.active('search-makes-one-blank-of-several')) {
    return [{ sql: 'instr(products.folded_name, ?) > 0', values: [folded.replaceAll(/ {2,}/gu, ' ')] }]
  }
  if (faults.active('search-finds-beginnings-only')) {
    return [{ sql: 'instr(products.folded_name, ?) = 1', values: [folded] }]
  }
  if (/^\d+$/u.test(text) && faults.active('search-for-digits-looks-at-readable-ids')) {
    const sql = '(instr(products.folded_name, ?) > 0 OR instr(products.readable_id, ?) > 0)'
    return [{ sql, values: [folded, folded] }]
  }
  if (faults.active('search-finds-descriptions')) {
    const sql = "(instr(products.folded_name, ?) > 0 OR instr(lower(coalesce(products.description, '')), ?) > 0)"
    return [{ sql, values: [folded, folded] }]
  }
  if (folded.includes(' ') && faults.active('search-takes-any-order-of-words')) {
    return folded
      .split(' ')
      .filter((word) => word !== '')
      .map((word) => ({ sql: 'instr(products.folded_name, ?) > 0', values: [word] }))
  }
  if (folded.length > 50 && faults.active('search-text-cut-at-fifty')) {
    return [{ sql: 'instr(products.folded_name, ?) > 0', values: [folded.slice(0, 50)] }]
  }
  if (/%[\da-f]{2}/u.test(folded) && faults.active('search-text-decoded-twice')) {
    return [{ sql: 'instr(products.folded_name, ?) > 0', values: [fold(decodedAgain(text))] }]
  }
  if (/[%_]/u.test(text) && faults.active('search-takes-wildcards')) {
    return [{ sql: 'products.folded_name LIKE ?', values: [`%${folded}%`] }]
  }
  return [{ sql: 'instr(products.folded_name, ?) > 0', values: [folded] }]
}
