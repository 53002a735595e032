import { isDeepStrictEqual } from 'node:util'
import { isRecord } from '../../contract/is-record.ts'
import { malformedFields } from '../../contract/malformed-fields.ts'
import { show } from '../../contract/show.ts'
import { statedShape } from '../../contract/stated-shape.ts'
import type { Claim } from '../claims/claim.ts'
import type { Criterion, SameFields } from '../finding.ts'
import { documentedFields, people, timeFields, type RecordKind } from './documented-fields.ts'
import { sameNumber } from './same-number.ts'
import { sameTime } from './same-time.ts'

/** Whole values of the fields that differ, so that a report can show where. */
const longestRecord = 2000

export interface RecordComparison {
  readonly kind: RecordKind
  readonly expected: unknown
  readonly received: unknown
  /** Documented fields that are not compared. */
  readonly except?: readonly string[]
  /** The fields that are compared, where it is not all. */
  readonly only?: readonly string[]
  /** `entry`: the one received is an entry of a list, which may lack more; `partial`: either may lack any field. A full record without it. */
  readonly shows?: 'entry' | 'partial'
}

/** Fields that an answer may lack: optional ones, those of versioned reads, and those of records that are not shown whole. */
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

/** Fields that hold nothing until somebody sets them, perhaps an automation: lawful in the later of two full records. */
const maySet: Readonly<Partial<Record<RecordKind, readonly string[]>>> = { product: ['owner', 'excludedStatusIds'] }

/**
 * Claims that two answers show the same record, by its documented fields. What lawful copies differ in says nothing: fields that the
 * contract does not name, letter case of UUIDs, precision and offset of times, NFC and spaces at the ends of texts, another notation of
 * a matrix, the last digits of a number, the order of references and links. A field that is expected in a form which the contract does
 * not know is judged by its shape, and nothing can be held against it.
 */
export function sameRecord(what: string, comparison: RecordComparison): Claim {
  const { kind, expected, received } = comparison
  const [one, other] = [documentedFields(kind, expected), documentedFields(kind, received)]
  const malformed = isRecord(expected) ? malformedFields(statedShape(`resources/${kind}.json`), expected) : new Set()
  const differing = comparedFields([one, other], comparison).filter(
    (field) => !malformed.has(field) && !isSame(field, one[field], other[field]),
  )
  const shown = (even: Fields, record: unknown): string =>
    show(Object.fromEntries(differing.map((field) => [field, asSent(field, even[field], record)])), longestRecord)
  return {
    claim: `${what} is the same${differing.length === 0 ? '' : ` in ${differing.join(', ')}`}`,
    holds: differing.length === 0,
    expected: shown(one, expected),
    received: shown(other, received),
    criterion: sameFields({ expected, received }, differing),
  }
}

/** That two records have the same in some fields, as a script compares them: of people only the id. */
export function sameFields(records: Pick<SameFields, 'expected' | 'received'>, fields: readonly string[]): Criterion {
  const paths = fields.map((field) => (people.has(field) ? `${field}.id` : field))
  return { kind: 'same', expected: records.expected, received: records.received, fields: paths }
}

type Fields = Readonly<Record<string, unknown>>

function comparedFields(
  [one, other]: readonly [Fields, Fields],
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

function isSame(field: string, one: unknown, other: unknown): boolean {
  if (timeFields.has(field)) return sameTime(one, other)
  if (typeof one === 'number' && typeof other === 'number') return sameNumber(one, other)
  return isDeepStrictEqual(one, other)
}
