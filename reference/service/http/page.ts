import type { FastifyRequest } from 'fastify'
import type { SQLInputValue } from 'node:sqlite'
import type { Deployment } from '../deployment.ts'
import { rule } from '../rule.ts'
import { Query } from './query.ts'

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

/** Which entries of a list a page holds. */
export interface Slice {
  readonly limit: number
  readonly offset: number
}

/** The bounds of `limit`, and what holds if it is left out. */
export const pageLimits = { least: 1, most: 200, default: 50 } as const

/** Answers a list request with the page that `limit` and `offset` ask for. */
export const listPage = rule(
  <Row, Entry>(deployment: Deployment, request: FastifyRequest, selection: Selection<Row, Entry>): List<Entry> => {
    const { limit, offset } = readSlice(deployment, request)
    const rows = deployment.store.all<Row>(`${selection.sql} LIMIT ? OFFSET ?`, ...selection.values, limit, offset)
    return { items: rows.map((row) => selection.show(row)), count: rows.length }
  },
)

/** Reads `limit` and `offset`; 422 if one of them is out of its bounds. */
export const readSlice = rule((deployment: Deployment, request: FastifyRequest): Slice => {
  const query = new Query(request)
  return { limit: readLimit(deployment, query), offset: readOffset(deployment, query) }
})

/** Reads `limit`: 1 to 200, 50 if it is left out. */
export const readLimit = rule(
  (_: Deployment, query: Query): number => query.integer('limit', pageLimits) ?? pageLimits.default,
)

/** Reads `offset`: plain digits, 0 if it is left out. Whatever is past the end of any list is the same. */
export const readOffset = rule((_: Deployment, query: Query): number => {
  const offset = query.integer('offset', { least: 0, most: Number.POSITIVE_INFINITY }) ?? 0
  return Math.min(offset, Number.MAX_SAFE_INTEGER)
})
