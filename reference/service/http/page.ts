import type { FastifyRequest } from 'fastify'
import type { SQLInputValue } from 'node:sqlite'
import type { Deployment } from '../deployment.ts'
import type { FaultSwitch } from '../../faults/fault-switch.ts'
import { bendLimit, bendOffset, bendSlice } from './bend-page.ts'
import { Query } from './query.ts'
import { broken } from './service-error.ts'

/** The envelope of every list; `count` is the number of entries in it, not a total. */
export interface List<Entry> {
  readonly items: readonly Entry[]
  readonly count: number
}

/** What a list is made of: an ordered selection without LIMIT, its values, and how a row is shown. */
export interface Selection<Row, Entry> {
  readonly sql: string
  readonly values: readonly SQLInputValue[]
  readonly show: (row: Row) => Entry
}

const pageLimits = { least: 1, most: 200, default: 50 } as const

/** Answers a list request with the page that `limit` (1 to 200, default 50) and `offset` (from 0, default 0) ask for. */
export function listPage<Row, Entry>(
  deployment: Deployment,
  request: FastifyRequest,
  selection: Selection<Row, Entry>,
): List<Entry> {
  const { store, faults } = deployment
  const query = new Query(request)
  const [path = ''] = request.url.split('?', 1)
  const asked = bendLimit(faults, { path, text: query.text('limit') }) ?? readLimit(faults, query)
  const total = (): number =>
    store.get<{ total: number }>(`SELECT count(*) AS total FROM (${selection.sql})`, ...selection.values)?.total ?? 0
  const from = bendOffset(faults, { path, text: query.text('offset') }) ?? readOffset(faults, query, path)
  const slice = { limit: asked, offset: wholePages(faults, { query, limit: asked }, shiftOffset(faults, from, total)) }
  const { limit, offset } = bendSlice(faults, slice, { path, total })
  const sql = turnOrder(faults, orderOtherwise(deployment, selection.sql))
  const rows = store.all<Row>(`${sql} LIMIT ? OFFSET ?`, ...selection.values, limit, offset)
  return disfigureList(faults, { items: rows.map((row) => selection.show(row)), count: rows.length }, total)
}

/** Where a filtered list begins; a fault counts in whole pages. */
function wholePages(faults: FaultSwitch, { query, limit }: { query: Query; limit: number }, offset: number): number {
  const isFiltered = query.text('q') !== undefined || query.text('type') !== undefined
  if (!isFiltered || offset % limit === 0 || !faults.active('filtered-lists-begin-at-whole-pages')) return offset
  return offset - (offset % limit)
}

/** Reads `limit`; 422 outside 1 to 200. */
export function readLimit(faults: FaultSwitch, query: Query): number {
  const text = query.text('limit')
  if (text === undefined) {
    if (Number(query.text('offset') ?? 0) > 0 && faults.active('later-page-gives-200-by-default'))
      return pageLimits.most
    if (query.text('q') !== undefined && faults.active('search-gives-20-by-default')) return 20
    if (query.text('type') !== undefined && faults.active('typed-list-gives-200-by-default')) return pageLimits.most
    return faults.active('default-limit-20') ? 20 : pageLimits.default
  }
  if (text === '0' && faults.active('limit-0-counts-as-absent')) return pageLimits.default
  if (/^-\d+$/u.test(text) && faults.active('negative-limit-counts-as-absent')) return pageLimits.default
  if (/^\d+$/u.test(text) && Number(text) > pageLimits.most && faults.active('limit-above-200-clamped'))
    return pageLimits.most
  if (/^[1-9]\D/u.test(text) && faults.active('limit-read-up-to-the-first-letter')) return Number(text[0])
  if (/^0x[\da-f]+$/u.test(text) && faults.active('limit-in-hexadecimal-taken')) return Number(text)
  const line = text.split('\n').find((part) => /^\d+$/u.test(part))
  if (line !== undefined && line !== text && faults.active('limit-of-one-line-taken')) return Number(line)
  if (text === '199' && faults.active('limit-199-refused')) return query.integer('limit', { least: 1, most: 198 }) ?? 1
  const limit = query.integer('limit', pageLimits) ?? pageLimits.default
  return limit > 50 && limit <= 60 && faults.active('limit-51-gives-50') ? 50 : limit
}

/** Reads `offset`; 422 for anything but plain digits. Whatever is past the end of any list is the same. */
function readOffset(faults: FaultSwitch, query: Query, path: string): number {
  const text = query.text('offset')
  if (text === undefined) {
    const isPlain = query.text('q') === undefined && !path.startsWith('/v1/public/workspaces')
    return isPlain && faults.active('list-starts-at-its-second-entry') ? 1 : 0
  }
  if (/^-\d+$/u.test(text) && faults.active('negative-offset-counts-as-zero')) return 0
  if (/^\d\D/u.test(text) && faults.active('offset-read-up-to-the-first-letter')) return Number(text[0])
  const offset = query.integer('offset', { least: 0, most: Number.POSITIVE_INFINITY }) ?? 0
  if (offset > Number.MAX_SAFE_INTEGER && faults.active('huge-offset-breaks-the-service')) throw broken()
  return Math.min(offset, Number.MAX_SAFE_INTEGER)
}

function shiftOffset(faults: FaultSwitch, offset: number, total: () => number): number {
  if (offset === 0) return 0
  if (faults.active('pages-overlap-by-one')) return offset - 1
  if (faults.active('later-pages-skip-one')) return Math.min(offset + 1, Number.MAX_SAFE_INTEGER)
  if (faults.has('offset-past-the-end-gives-the-last-entry') && offset > total()) {
    faults.active('offset-past-the-end-gives-the-last-entry')
    return Math.max(total() - 1, 0)
  }
  return offset
}

/** The same list in another order, which is as stable. */
function orderOtherwise({ variants }: Deployment, sql: string): string {
  const order = / ORDER BY (\w+\.)?sequence(?: ASC| DESC)?$/u
  if (variants.chosen('lists-are-ordered-by-id')) return sql.replace(order, ' ORDER BY $1id')
  if (!variants.chosen('lists-are-ordered-by-name')) return sql
  return sql.replace(order, (_, table: string | undefined) => {
    const name = table === 'files.' ? 'original_name' : sql.includes('FROM users') ? 'user_name' : 'name'
    return ` ORDER BY ${table ?? ''}${name}, ${table ?? ''}id`
  })
}

function turnOrder(faults: FaultSwitch, sql: string): string {
  if (sql.includes('FROM files') && faults.active('files-in-random-order'))
    return sql.replace(/ ORDER BY .*$/u, ' ORDER BY random()')
  if (!faults.active('order-turns-on-every-read')) return sql
  const reads = faults.activations()['order-turns-on-every-read'] ?? 0
  if (reads % 2 === 0) return sql
  return sql.endsWith(' DESC') ? sql.replace(/ DESC$/u, ' ASC') : `${sql.replace(/ ASC$/u, '')} DESC`
}

function disfigureList<Entry>(faults: FaultSwitch, list: List<Entry>, total: () => number): List<Entry> {
  if (faults.active('count-holds-the-total')) return { ...list, count: total() }
  if (faults.active('list-tells-a-total')) return Object.assign(list, { total: total() })
  if (list.items.length === 0 && faults.active('empty-page-without-items')) return Object.assign(list, { items: null })
  if (faults.active('count-as-text')) return Object.assign(list, { count: String(list.count) })
  return list
}
