import type { FailedClaim } from '../checks/finding.ts'
import type { Exchange } from '../client/exchange.ts'
import type { Leaf } from './flatten-json.ts'
import { recordIn, type NamedIds } from './name-ids.ts'
import { leavesOf, leavesUnder, placeAt, placeOfRecord, type Place } from './place.ts'
import type { ToldValue } from './told-value.ts'

/** A value that a finding tells of, and by what to find it. */
export interface Sought {
  readonly value: ToldValue
  /** What was expected in its place, where that is a value. */
  readonly expected: ToldValue | undefined
  /** The field that has it, where one is known. */
  readonly field: string | undefined
  /** The field under which what was expected had been sent. */
  readonly sentField: string | undefined
  /** What the finding claims and received, in its words. */
  readonly finding: Pick<FailedClaim, 'claim' | 'received'>
  readonly names: NamedIds
}

/** Where an answer of the run shows what a finding tells. */
export interface ToldPlace {
  readonly place: Place
  /** The fields that are compared there; left out where it is the whole value. */
  readonly fields?: readonly string[]
}

/** The place of a value in an answer: a field of the record that is named, the one place that has it, or some fields of a record. */
export function toldPlace(exchange: Exchange, sought: Sought): ToldPlace | undefined {
  const { value, field, sentField, finding, names } = sought
  const record = recordIn(finding.received)
  if (record !== undefined && field !== undefined) return fieldOfRecord(exchange, { ...sought, record, field })
  if (value.leaves.length === 0) return missingField(exchange, sought)
  const leaves = leavesOf(exchange)
  const paths = placesOf(value.leaves[0], leaves)
    .values()
    .filter((path) => path !== '' && (field === undefined || path.endsWith(`.${field}`)))
    .filter((path) => isSame(leavesUnder(leaves, path), value.leaves))
    .take(mostPlaces)
    .toArray()
  if (paths.length === 0) return fieldsOfRecord(exchange, sought)
  const isTelling = paths.length === 1 && (field !== undefined || !isEmpty(value))
  const path = isTelling ? paths[0] : (namedByClaim(paths, finding.claim) ?? withField(paths, sentField))
  const place = path === undefined ? undefined : placeAt(exchange, path, names)
  return place && { place }
}

/** Nothing, an empty list or an empty object stands in answers that a claim is not about, too. */
function isEmpty({ leaves }: ToldValue): boolean {
  return leaves.every(({ path, text, isText }) => path === '' && !isText && /^(?:\[\]|\{\}|null)$/.test(text))
}

/** A value that stands in more places is told by none of them. */
const mostPlaces = 5

/** Of several places the one whose field the claim names. */
function namedByClaim(paths: readonly string[], claim: string): string | undefined {
  const words = new Set(claim.toLowerCase().split(/\W+/))
  const named = paths.filter((path) => words.has(path.slice(path.lastIndexOf('.') + 1).toLowerCase()))
  return named.length === 1 ? named[0] : undefined
}

/** Of several places the one in a field of this name. */
function withField(paths: readonly string[], field: string | undefined): string | undefined {
  const found = paths.filter((path) => field !== undefined && path.endsWith(`.${field}`))
  return found.length === 1 ? found[0] : undefined
}

interface SoughtInRecord extends Sought {
  readonly record: string
  readonly field: string
}

function fieldOfRecord(exchange: Exchange, { record, field, value, names }: SoughtInRecord): ToldPlace | undefined {
  const within = placeOfRecord(exchange, record, names)
  if (!within) return undefined
  const place = { path: `${within.path}.${field}`, word: (step: string) => `${within.word(step)}.${field}` }
  return isSame(leavesUnder(leavesOf(exchange), place.path), value.leaves) ? { place } : undefined
}

/** What is not there is missed in an answer that is one record, or one list. */
function missingField(exchange: Exchange, { field }: Sought): ToldPlace | undefined {
  if (field === undefined) return undefined
  const leaves = leavesOf(exchange)
  const isOneRecord = leaves.some(({ path }) => path === '.id' || path === '.error')
  const isOfList =
    (field === 'items' || field === 'count') && leaves.some(({ path }) => /^\.(?:items|count)/.test(path))
  if (!(isOneRecord || isOfList) || leavesUnder(leaves, `.${field}`).length > 0) return undefined
  return { place: { path: `.${field}`, word: () => `'.${field}'` } }
}

/** `{"name":"a"}` of a record with further fields. */
function fieldsOfRecord(exchange: Exchange, { value, expected, names }: Sought): ToldPlace | undefined {
  if (!isFields(value)) return undefined
  const shown = value.leaves.filter(({ path }) => path !== '')
  const fields = [...new Set([...shown, ...(isFields(expected) ? (expected?.leaves ?? []) : [])].flatMap(topField))]
  const leaves = leavesOf(exchange)
  const records = shown[0] ? placesOf(shown[0], leaves) : leaves.flatMap(({ path }) => before(path, '.id'))
  const paths = records.filter((path) => {
    const within = leavesUnder(leaves, path).filter((leaf) => topField(leaf).some((name) => fields.includes(name)))
    return isSame(within, shown)
  })
  const found = paths.filter((path) => placeAt(exchange, path, names))
  // People and statuses within a record have ids, too.
  const path = found.length === 1 ? found[0] : found.find((one) => one === '')
  const place = path === undefined ? undefined : placeAt(exchange, path, names)
  return place && fields.length > 0 ? { place, fields } : undefined
}

function isFields(told: ToldValue | undefined): boolean {
  return told?.leaves.every(({ path, text }) => path.startsWith('.') || text === '{}') === true
}

function topField({ path }: Leaf): string[] {
  const name = /^\.([^.[]+)/.exec(path)?.[1]
  return name === undefined ? [] : [name]
}

/** Where what has this value within may stand: an answer may be long, and few places have it. */
function placesOf(value: Leaf | undefined, leaves: readonly Leaf[]): readonly string[] {
  if (!value) return []
  return leaves
    .filter(({ text, isText }) => text === value.text && isText === value.isText)
    .flatMap(({ path }) => before(path, value.path))
}

/** What stands in a path before its end. */
function before(path: string, end: string): readonly string[] {
  return path.endsWith(end) ? [path.slice(0, path.length - end.length)] : []
}

function isSame(one: readonly Leaf[], other: readonly Leaf[]): boolean {
  const texts = [one, other].map((leaves) => leaves.map(({ path, text, isText }) => [path, text, isText].join('\t')))
  return texts[0]?.toSorted().join('\n') === texts[1]?.toSorted().join('\n')
}
