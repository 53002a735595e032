import { isDeepStrictEqual } from 'node:util'
import { isRecord, type JsonObject } from '../../contract/is-record.ts'
import { statedShape, type StatedShape } from '../../contract/stated-shape.ts'
import type { Exchange } from '../../client/exchange.ts'
import type { Failure, Of, RecordComparison } from '../../checks/claims/statement.ts'
import { documentedFields, normalizedField, fieldIn, nameOf, people, timeFields } from './documented-fields.ts'
import type { RecordKind } from './documented-fields.ts'
import { sameNumber, sameTime } from './equal-values.ts'
import { nestedObjects } from '../../contract/nested-objects.ts'

/** JsonObject that an answer may lack: optional ones, those of versioned reads, and those of records that are not shown whole. */
const mayLack: Readonly<Record<RecordKind, readonly string[]>> = {
  workspace: [],
  // Interface change 2 calls three of them optional; a baseline that nobody chose may be shown or not.
  product: ['archived', 'status', 'excludedStatusIds', 'baseline_version_number'],
  item: ['description', 'part_number', 'draft_item_id'],
  property: ['category', 'display_unit', 'draft_item_id', 'draft_property_id'],
  file: ['userTitle', 'content_type', 'description', 'size_bytes', 'uploadedAt', 'uploadedBy', 'used_in'],
}

/** Product, rule 1: a list may leave it out. Of an entry of the file list four fields are shown, and not `deleted`. */
const entriesMayLack: Readonly<Partial<Record<RecordKind, readonly string[]>>> = {
  product: ['part_number'],
  file: ['deleted'],
}

/**
 * JsonObject that hold nothing until they are set, by an automation or a job: lawful in the later of two full records. A property without
 * a value is a formula whose result is still to come.
 */
const maySet: Readonly<Partial<Record<RecordKind, readonly string[]>>> = {
  product: ['owner', 'excludedStatusIds'],
  property: ['value'],
}

/**
 * How two answers do not show the same record, by its documented fields. What lawful copies differ in says nothing: fields that
 * the contract does not name, letter case of UUIDs, precision and offset of times, NFC and spaces at the ends of texts, another
 * notation of a matrix, the last digits of a number, the order of references and links. A field that is expected in a form which
 * the contract does not know is judged by its shape, and nothing can be compared with it.
 */
export function judgeRecord(claim: Of<'record'>): Failure | undefined {
  const { record: kind, expected, received } = claim
  const [one, other] = [documentedFields(kind, expected), documentedFields(kind, received)]
  const malformed = isRecord(expected) ? malformedFields(statedShape(`resources/${kind}.json`), expected) : new Set()
  const fields = comparedFields([one, other], { ...claim, kind }).filter(
    (field) => !malformed.has(field) && !isSameField(field, one[field], other[field]),
  )
  if (fields.length === 0) return undefined
  const shown = (even: JsonObject, record: unknown): JsonObject =>
    Object.fromEntries(fields.map((field) => [field, asSent(field, even[field], record)]))
  return { fields, expected: shown(one, expected), received: shown(other, received) }
}

/** How a record does not show the values that it has to show in some of its fields. */
export function judgeShows(
  { fields, mayBeMissing, ...claim }: Of<'shows'>,
  exchange: Exchange | undefined,
): Failure | undefined {
  const record = 'in' in claim ? claim.in : exchange?.json
  const failing = Object.entries(fields).filter(([name, due]) => {
    const [one, other] = [due, fieldIn(record, name)].map((value) => setValue(normalizedField(name, value)))
    return !(mayBeMissing === true && other === undefined) && !isSameField(name, one, other)
  })
  if (failing.length === 0) return undefined
  const received = Object.fromEntries(
    failing.flatMap(([name]) => {
      const value = fieldIn(record, name) ?? (isRecord(record) ? record[name] : undefined)
      return value === undefined ? [] : [[name, value]]
    }),
  )
  return {
    fields: failing.map(([name]) => name),
    expected: Object.fromEntries(failing),
    received,
    ...(isRecord(record) && { record }),
  }
}

/** An unset field may be shown as null or as an empty text. */
function setValue(value: unknown): unknown {
  return value === null || value === '' ? undefined : value
}

function comparedFields(
  [one, other]: readonly [JsonObject, JsonObject],
  { kind, except = [], only, shows }: RecordComparison,
): readonly string[] {
  const lackable = new Set([...mayLack[kind], ...(shows === 'entry' ? (entriesMayLack[kind] ?? []) : [])])
  return [...new Set([...Object.keys(one), ...Object.keys(other)])].filter((field) => {
    if (except.includes(field) || only?.includes(field) === false) return false
    if (shows === undefined && holdsNothing(one[field]) && maySet[kind]?.includes(field) === true) return false
    return (field in one && field in other) || (shows !== 'partial' && !lackable.has(field))
  })
}

/** Nothing, or an empty list. */
function holdsNothing(value: unknown): boolean {
  return value === undefined || (Array.isArray(value) && value.length === 0)
}

/** A text as it was sent, for readers; what else is compared is shown in the form in which it is. */
function asSent(field: string, even: unknown, record: unknown): unknown {
  const sent = isRecord(record) && !people.has(field) ? record[field] : undefined
  return even !== undefined && typeof sent === 'string' ? sent : even
}

/** Whether two values of a field are the same, as the contract compares them. */
export function isSameValue(field: string, one: unknown, other: unknown): boolean {
  return isSameField(field, normalizedField(field, one), normalizedField(field, other))
}

/** Whether two values of a field, each in its even form, are the same. */
function isSameField(field: string, one: unknown, other: unknown): boolean {
  if (timeFields.has(nameOf(field))) return sameTime(one, other)
  if (typeof one === 'number' && typeof other === 'number') return sameNumber(one, other)
  if (Array.isArray(one) && Array.isArray(other))
    return one.length === other.length && one.every((entry, index) => isSameField(field, entry, other[index]))
  return isDeepStrictEqual(one, other)
}

/** Whether two answers show the same record, by its documented fields. */
export function isSameRecord({ kind, ...comparison }: RecordComparison): boolean {
  return judgeRecord({ kind: 'record', record: kind, ...comparison }) === undefined
}

/** The names of the fields of a record that break what the shape says of them, or of the records in them. */
function malformedFields(shape: StatedShape, record: Readonly<Record<string, unknown>>): ReadonlySet<string> {
  const broken = shape.groups
    .filter(({ applies }) => applies?.(record) ?? true)
    .flatMap(({ rules }) => rules.filter(({ field, judges, holds }) => judges(record[field]) && !holds(record[field])))
  const within = shape.nested.filter(({ field, shape: inner }) =>
    nestedObjects([record], field).some((nested) => malformedFields(inner, nested).size > 0),
  )
  return new Set([...broken, ...within].map(({ field }) => field))
}
