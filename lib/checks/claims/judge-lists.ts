import { show } from '../../contract/show.ts'
import { isDeepStrictEqual } from 'node:util'
import { succeeded, type Exchange } from '../../client/exchange.ts'
import { isRecord } from '../../contract/is-record.ts'
import { normalizedField, fieldIn, isText } from '../../service/records/documented-fields.ts'
import { endpoints } from '../../service/interface/endpoint.ts'
import { endpointOf } from '../passive/endpoint-of.ts'
import { keyOf, entryKeys, repeatedKeys } from '../../service/records/entry-keys.ts'
import { isSameValue } from '../../service/records/same-record.ts'
import type { Failure, Of, Statements } from './statement.ts'
import { answeredBefore, isOfGateway, listGoesOn, noList } from './no-verdict.ts'

/** Throws `UntestedError` if the answer is not a list: a passive check judges that. */
export function judgeEntries(claim: Of<'entries'>, exchange: Exchange | undefined): Failure | undefined {
  const { ids, listed, only, among = exchange && entriesIn(exchange) } = claim
  if (among === undefined) return { expected: 'a list', received: { status: exchange?.status } }
  const there = new Set(among.map((entry) => keyOf(entry).toLowerCase()))
  const due = new Set(ids.map((id) => id.toLowerCase()))
  const wrong = [...due].filter((id) => there.has(id) !== listed)
  const others = only === true ? [...there].filter((id) => !due.has(id)) : []
  if (wrong.length === 0 && others.length === 0) return undefined
  if (wrong.length > 0 && listed && claim.among === undefined && exchange && isFullPage(exchange))
    throw listGoesOn(exchange)
  return listed
    ? { expected: { listed: ids.length }, received: { missing: wrong, ...(only && { others }), among: among.length } }
    : { expected: { listed: 0 }, received: { found: wrong, among: among.length } }
}

/** A page with as many entries as it may have: what is not on it may be on the next. */
function isFullPage(page: Exchange): boolean {
  const limit = new URLSearchParams(page.request.path.split('?', 2)[1]).get('limit')
  return limit !== null && entryKeys(page).length >= Number(limit)
}

export function judgeEach(claim: Of<'each'>, exchange: Exchange | undefined): Failure | undefined {
  const { field, lawful, mayBeMissing, among } = claim
  if (among === undefined && exchange && holdsNoList(exchange)) throw noList(exchange)
  const records = among ?? recordsOf(exchange?.json)
  for (const record of records) {
    const value = field.split('.').reduce(valueOf, record)
    if (value === undefined && mayBeMissing === true) continue
    if (value !== undefined && isAllowed(field, value, lawful)) continue
    return { fields: [field], expected: lawful, received: value, ...(isRecord(record) && { record }) }
  }
  return undefined
}

function isAllowed(field: string, value: unknown, lawful: Of<'each'>['lawful']): boolean {
  if ('text' in lawful) return show(value).toLowerCase().includes(lawful.text.toLowerCase())
  const name = field.split('.').at(-1)
  const even = (one: unknown): unknown => {
    const shown = normalizedField(name, one)
    return typeof shown === 'string' && !isText(name) ? shown.toLowerCase() : shown
  }
  const isOneOf = (values: readonly unknown[]): boolean =>
    values.some((one) => isSameValue(name ?? field, even(one), even(value)))
  return 'except' in lawful ? !isOneOf(lawful.except) : isOneOf(lawful)
}

function valueOf(value: unknown, name: string): unknown {
  if (name === '') return value
  return isRecord(value) && name in value ? value[name] : fieldIn(value, name)
}

export function judgeSize({ least, most, among }: Of<'size'>, exchange: Exchange): Failure | undefined {
  const entries = among ?? entriesIn(exchange)
  if (entries === undefined) return { expected: { least, most }, received: { status: exchange.status } }
  const holds = entries.length >= (least ?? 0) && entries.length <= (most ?? Number.POSITIVE_INFINITY)
  return holds ? undefined : { expected: { least, most }, received: entries.length }
}

export function judgeRows({ expected, received }: Of<'rows'>): Failure | undefined {
  const [due, shown] = [inOrder(expected), inOrder(received)]
  return isDeepStrictEqual(shown, due) ? undefined : { expected: due, received: shown }
}

function inOrder(rows: Of<'rows'>['expected']): Of<'rows'>['expected'] {
  const written = rows.map((row) => ({ row, text: JSON.stringify(row) }))
  return written.toSorted((one, other) => (one.text < other.text ? -1 : 1)).map(({ row }) => row)
}

/** The entries of a list; `undefined` if it is rejected by the service itself. */
function entriesIn(exchange: Exchange): readonly unknown[] | undefined {
  if (isOfGateway(exchange)) throw answeredBefore(exchange)
  const items = isRecord(exchange.json) ? exchange.json['items'] : undefined
  if (Array.isArray(items)) return succeeded(exchange) ? items : undefined
  if (succeeded(exchange)) throw noList(exchange)
  return undefined
}

/** A list whose entries are null or of another type. A record may have a field of that name. */
function holdsNoList(exchange: Exchange): boolean {
  const endpoint = endpointOf(exchange)
  const isList = endpoint !== undefined && 'list' in endpoints[endpoint]
  return isList && isRecord(exchange.json) && 'items' in exchange.json && !Array.isArray(exchange.json['items'])
}

/** The entries of a list, or the single record. */
export function recordsOf(json: unknown): readonly unknown[] {
  const items = isRecord(json) ? json['items'] : undefined
  return Array.isArray(items) ? items : [json]
}

/** A value that is not a list has no entries: a passive check judges that. */
export function judgePage({ least = 0, most, first = [] }: Of<'page'>, exchange: Exchange): Failure | undefined {
  const shown = entryKeys(exchange)
  if (shown.length < least || shown.length > (most ?? Number.POSITIVE_INFINITY))
    return { expected: { least, most }, received: shown.length }
  const received = shown.slice(0, first.length)
  return isDeepStrictEqual(received, first) ? undefined : { expected: first, received }
}

/** The entries that pages showed twice, missed, or showed although the list does not have them. */
export function judgePagination({ due, seen, goesOn, repeats }: Statements['pagination']): Failure | undefined {
  const [listed, once] = [new Set(due), new Set(seen)]
  const twice = repeatedKeys(seen)
  const missing = listed.difference(once).size
  const others = goesOn ? 0 : once.difference(listed).size
  if (twice <= repeats && missing === 0 && others === 0) return undefined
  return { expected: due.length, received: { twice, missing, others } }
}
