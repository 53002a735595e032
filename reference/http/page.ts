import type { FastifyRequest } from 'fastify'
import type { SQLInputValue } from 'node:sqlite'
import type { Deployment } from '../deployment.ts'
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

interface Page {
  readonly limit: number
  readonly offset: number
}

const pageLimits = { least: 1, most: 200, default: 50 } as const

/** Answers a list request with the page that `limit` (1 to 200, default 50) and `offset` (from 0, default 0) ask for. */
export function listPage<Row, Entry>(
  deployment: Deployment,
  request: FastifyRequest,
  selection: Selection<Row, Entry>,
): List<Entry> {
  const { limit, offset } = pageOf(deployment, request)
  const rows = deployment.store.all<Row>(`${selection.sql} LIMIT ? OFFSET ?`, ...selection.values, limit, offset)
  return { items: rows.map((row) => selection.show(row)), count: rows.length }
}

function pageOf(_deployment: Deployment, request: FastifyRequest): Page {
  const query = new Query(request)
  const limit = query.integer('limit', { least: pageLimits.least, most: pageLimits.most }) ?? pageLimits.default
  const offset = query.integer('offset', { least: 0, most: Number.POSITIVE_INFINITY }) ?? 0
  return { limit, offset: Math.min(offset, Number.MAX_SAFE_INTEGER) }
}
