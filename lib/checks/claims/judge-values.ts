import { isDeepStrictEqual } from 'node:util'
import type { Exchange } from '../../client/exchange.ts'
import { instantOf } from '../../contract/instant.ts'
import { isRecord } from '../../contract/is-record.ts'
import { fieldIn } from '../../service/records/documented-fields.ts'
import { isSameValue } from '../../service/records/same-record.ts'
import type { Failure, InRecord, Of } from './statement.ts'

export function judgeSame({ expected, received }: Of<'same'>): Failure | undefined {
  if (isDeepStrictEqual(received, expected)) return undefined
  if (!isRecord(expected) || !isRecord(received)) return { expected, received }
  const names = [...new Set([...Object.keys(expected), ...Object.keys(received)])]
  const fields = names.filter((name) => !isDeepStrictEqual(received[name], expected[name]))
  return { fields, expected: pick(expected, fields), received: pick(received, fields) }
}

function pick(record: Readonly<Record<string, unknown>>, fields: readonly string[]): Readonly<Record<string, unknown>> {
  return Object.fromEntries(fields.filter((field) => field in record).map((field) => [field, record[field]]))
}

export function judgeField(
  { name, shown, isFilled, ...claim }: Of<'field'>,
  exchange: Exchange | undefined,
): Failure | undefined {
  const value = fieldIn(recordIn(claim, exchange), name)
  const isThere = isFilled === true ? value !== undefined && value !== null && value !== '' : value !== undefined
  return isThere === shown ? undefined : { fields: [name], received: value }
}

export function judgeDiffers(
  { field, from, later, ...claim }: Of<'differs'>,
  exchange: Exchange | undefined,
): Failure | undefined {
  const received = fieldIn(recordIn(claim, exchange), field)
  const [before, after] = [instantOf(from)?.milliseconds, instantOf(received)?.milliseconds]
  const holds =
    later === true ? before !== undefined && after !== undefined && after > before : !isSameValue(field, from, received)
  return holds ? undefined : { fields: [field], expected: from, received }
}

export function judgeText({ text, shown, ...claim }: Of<'text'>, exchange: Exchange | undefined): Failure | undefined {
  const found = textsOf('in' in claim ? claim.in : exchange?.json).find((value) =>
    value.toLowerCase().includes(text.toLowerCase()),
  )
  return (found !== undefined) === shown ? undefined : { expected: text, received: found }
}

/** The record that a claim is about. */
export function recordIn(claim: InRecord, exchange: Exchange | undefined): unknown {
  return 'in' in claim ? claim.in : exchange?.json
}

function textsOf(value: unknown): readonly string[] {
  if (typeof value === 'string') return [value]
  if (Array.isArray(value)) return value.flatMap(textsOf)
  return isRecord(value) ? Object.values(value).flatMap(textsOf) : []
}

/** Seconds between the clock of the answers and that of stored times: a database may have its own clock. */
export const clockTolerance = 600
/** Without a Date header the target's clock is unknown; it may be wrong by anything less than a day. */
const toleranceWithoutDate = 86_400
/** A time without an offset may be in any zone: no zone is further from UTC than this. */
const furthestZone = 14 * 3600

export function judgeNow({ field, clock, ...claim }: Of<'now'>, exchange: Exchange): Failure | undefined {
  const { headers, startedAt } = clock ?? exchange
  const received = fieldIn(recordIn(claim, exchange), field)
  const { milliseconds, hasOffset } = instantOf(received) ?? {}
  if (milliseconds === undefined) return undefined
  const date = Date.parse(headers['date'] ?? '')
  const tellsClock = !Number.isNaN(date)
  const seconds = (tellsClock ? clockTolerance : toleranceWithoutDate) + (hasOffset ? 0 : furthestZone)
  // lawful: a Date that a gateway set from its own clock
  if ([date, startedAt].some((now) => Math.abs(milliseconds - now) / 1000 <= seconds)) return undefined
  return { fields: [field], expected: { now: new Date(tellsClock ? date : startedAt).toJSON(), seconds }, received }
}
