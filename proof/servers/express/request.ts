import type { ExpressBug } from './bugs.ts'
import type { Person, Row, Tables, Tenant } from './database.ts'
import { HttpError, issue } from './http-error.ts'

/** What a route gets. */
export interface Incoming {
  readonly db: Tables
  readonly bugs: ReadonlySet<ExpressBug>
  readonly tenant: Tenant
  readonly person: Person
  readonly id: string
  readonly query: URLSearchParams
  readonly contentType: string
  readonly raw: Buffer
}

export interface Outgoing {
  readonly status: number
  readonly json?: unknown
  readonly bytes?: Buffer
  readonly headers?: Readonly<Record<string, string>>
}

export type Route = (incoming: Incoming) => Outgoing | Promise<Outgoing>

export function bodyOf({ raw, contentType }: Incoming): unknown {
  if (!/\bjson\b/i.test(contentType)) return {}
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(raw))
  } catch (error) {
    throw new HttpError(400, 'invalid_json', error instanceof Error ? error.message.slice(0, 80) : 'Invalid JSON')
  }
}

export function own<Found extends Row>({ tenant }: Incoming, row: Found | undefined): Found {
  if (!row) throw new HttpError(404, 'not_found', 'Resource not found')
  if (row.tenant !== tenant) throw new HttpError(403, 'forbidden', 'Access denied')
  return row
}

export function find<Found extends Row>(incoming: Incoming, table: ReadonlyMap<string, Found>): Found {
  return own(incoming, table.get(incoming.id))
}

export function paged(incoming: Incoming, rows: readonly Row[], show: (row: never) => unknown): Outgoing {
  const { bugs } = incoming
  const limit = whole(incoming, 'limit', { least: 1, most: 200, otherwise: 50 })
  const offset = whole(incoming, 'offset', { least: 0, most: Infinity, otherwise: 0 })
  const start = bugs.has('offset-in-pages') ? offset * limit : offset
  const collator = new Intl.Collator('en')
  const sorted = rows.toSorted(
    bugs.has('order-shuffled')
      ? () => Math.random() - 0.5
      : (one, other) => collator.compare(one.name, other.name) || (one.id < other.id ? -1 : 1),
  )
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the caller shows the rows that it gives
  const items = sorted.slice(start, start + limit).map((row) => show(row as never))
  return { status: 200, json: { items, count: items.length, _links: { self: '/' } } }
}

interface Range {
  readonly least: number
  readonly most: number
  readonly otherwise: number
}

function whole({ query }: Incoming, name: string, { least, most, otherwise }: Range): number {
  const given = query.getAll(name)
  const [value] = given
  if (value === undefined) return otherwise
  if (given.length > 1) throw issue(name, 'Expected number, received array', 'invalid_type')
  if (!/^-?\d+$/.test(value)) throw issue(name, 'Expected number, received nan', 'invalid_type')
  if (Number(value) < least) throw issue(name, `Number must be greater than or equal to ${least}`, 'too_small')
  if (Number(value) > most) throw issue(name, `Number must be less than or equal to ${most}`, 'too_big')
  return Number(value)
}
