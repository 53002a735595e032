import { documentedFieldNames } from '../interface/documented-field-names.ts'
import { instantOf } from '../../contract/instant.ts'
import { isRecord, type JsonObject } from '../../contract/is-record.ts'
import { uuidPattern } from '../interface/patterns.ts'
import { normalizedText, normalizedValue, essence } from './equal-values.ts'
import { asText } from '../../contract/show.ts'

/** The resources whose records are compared. */
export type RecordKind = 'workspace' | 'product' | 'item' | 'property' | 'file'

/** Times, of whatever precision and offset. */
export const timeFields: ReadonlySet<string> = new Set(['createdAt', 'updatedAt', 'uploadedAt'])

/** Of people only the id is compared. */
export const people: ReadonlySet<string> = new Set(['owner', 'createdBy', 'updatedBy', 'uploadedBy'])
const texts: ReadonlySet<string> = new Set(['name', 'description', 'userTitle', 'originalFileName'])

/** Whether a field holds what somebody wrote, of which the letter case counts. */
export function isText(field: unknown): boolean {
  return texts.has(String(field))
}

/** Two fields have two spellings each: Product, rule 2, and PublicFile, `uploadedAt`. */
const otherSpellings: Readonly<Record<string, string>> = { partNumber: 'part_number', uploaded_at: 'uploadedAt' }

/**
 * The fields of a record that the contract names for its kind, each in the form in which lawful copies of it are equal; without
 * those that are unset. Left out of people is everything but their id: names may change, and addresses of pictures are signed
 * again.
 */
export function documentedFields(kind: RecordKind, record: unknown): JsonObject {
  if (!isRecord(record)) return {}
  const names = documentedFieldNames.get(kind) ?? []
  const shown = names.flatMap((name) => {
    const value = normalizedField(name, record[name])
    return value === undefined || value === null || value === '' ? [] : [[nameOf(name), value]]
  })
  return Object.fromEntries(shown)
}

/** A field of a record, under either of its spellings. */
export function fieldIn(record: unknown, name: string): unknown {
  if (!isRecord(record)) return undefined
  const other = Object.entries(otherSpellings).find(([, own]) => own === name)?.[0]
  return record[name] ?? (other === undefined ? undefined : record[other])
}

/** The spellings of a field, the documented one first. */
export function spellingsOf(field: string): readonly string[] {
  const own = nameOf(field)
  return [own, ...Object.keys(otherSpellings).filter((other) => otherSpellings[other] === own)]
}

/** The name of a field, whichever way it is spelled. */
export function nameOf(field: string): string {
  return otherSpellings[field] ?? field
}

/** A value in the form in which lawful copies of it are equal, by the name of its field. */
export function normalizedField(field: unknown, value: unknown): unknown {
  const name = nameOf(String(field))
  if (people.has(name)) return isRecord(value) ? normalizedId(value['id']) : value
  if (texts.has(name)) return normalizedText(value)
  if (timeFields.has(name)) return normalizedTime(value)
  if (name === 'value') return normalizedValue(value)
  if (name === 'content_type') return typeof value === 'string' ? essence(value) : value
  if (name === 'part_number' || name === 'category') return caseless(value)
  if (name === 'status') return onlyNamed('product-status', value)
  if (name === 'references') return unordered('reference', value)
  if (name === 'used_in') return unordered('file-usage', value)
  if (name === 'excludedStatusIds') return Array.isArray(value) ? value.map((id) => asText(id)).toSorted() : value
  return normalizedId(value)
}

/**
 * A part number, or a category, as it is compared. lawful: letter case, spaces at the ends and composition may be evened out by
 * the service, and a category be named again after the unit.
 */
function caseless(value: unknown): unknown {
  const text = normalizedText(value ?? undefined)
  return typeof text === 'string' ? text.toLowerCase() : text
}

/** The letter case of a UUID says nothing. */
function normalizedId(value: unknown): unknown {
  return typeof value === 'string' && uuidPattern.test(value) ? value.toLowerCase() : value
}

/** The same moment in one zone and precision; what is not a time stays as it is. */
export function normalizedTime(value: unknown): unknown {
  const instant = instantOf(value)
  return instant ? new Date(instant.milliseconds).toISOString() : value
}

function onlyNamed(shape: string, value: unknown): unknown {
  if (!isRecord(value)) return value
  const named = (documentedFieldNames.get(shape) ?? []).map((name) => [name, normalizedId(value[name])] as const)
  return Object.fromEntries(named.filter(([, inner]) => inner !== undefined && inner !== null))
}

/** An array of objects whose order is not stated. */
function unordered(shape: string, value: unknown): unknown {
  if (!Array.isArray(value)) return value
  return value
    .map((entry: unknown) => ({ entry: onlyNamed(shape, entry), text: JSON.stringify(onlyNamed(shape, entry)) }))
    .toSorted((one, other) => one.text.localeCompare(other.text))
    .map(({ entry }) => entry)
}
