import { randomUUID } from 'node:crypto'
import type { VariantId } from './catalogue.ts'
import type { VariantSwitch } from './variant-switch.ts'

type JsonRecord = Readonly<Record<string, unknown>>

/** Where a text or a record stands in an answer. */
export interface AnswerPlace {
  /** `GET /items/:item_id`: the route without its prefix. */
  readonly route: string
  readonly status: number
}

const timeKeys: ReadonlySet<string> = new Set(['createdAt', 'updatedAt', 'uploadedAt', 'uploaded_at'])
const uuid = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/iu

/** How far the clock of the service is off, in milliseconds. */
export function clockError(variants: VariantSwitch): number {
  if (variants.chosen('clock-runs-five-minutes-fast')) return 300_000
  return variants.chosen('clock-runs-five-minutes-slow') ? -300_000 : 0
}

const texts: { readonly [Id in VariantId]?: (text: string, key: string) => string } = {
  'times-in-whole-seconds': ofTimes((time) => time.replace(/\.\d+/u, '')),
  'times-in-nanoseconds': ofTimes((time) =>
    time.replace(/(?:\.(\d+))?Z$/u, (_, digits = '') => `.${`${digits}`.padEnd(9, '0')}Z`),
  ),
  'every-time-with-an-offset': ofTimes((time) => eastOfGreenwich(time)),
  'times-in-lower-case': ofTimes((time) => time.toLowerCase()),
  'ids-in-upper-case': (text, key) => {
    if ((key === 'id' || key.endsWith('_id')) && uuid.test(text)) return text.toUpperCase()
    return key === 'expression' || key === 'formula' ? text.replaceAll(/@\{[^{}]*\}/gu, (id) => id.toUpperCase()) : text
  },
}

const records: { readonly [Id in VariantId]?: (record: JsonRecord, place: AnswerPlace) => JsonRecord } = {
  'upload-time-in-snake-case': (record) => renamed(record, { uploadedAt: 'uploaded_at' }),
  'part-number-in-camel-case-only': (record) => renamed(record, { part_number: 'partNumber' }),
  'unset-file-fields-stay-away': (record) =>
    'originalFileName' in record ? without(record, ([, value]) => value === null) : record,
  'errors-without-details-say-null': (record, { status }) =>
    status >= 400 && 'error' in record ? { details: null, ...record } : record,
  'status-colours-in-capitals': (record) => colored(record, (color) => color.toUpperCase()),
  'status-colours-are-short': (record) => colored(record, shortColor),
  'users-without-images': (record) => without(record, ([key]) => key === 'imageUrl'),
  'authors-have-null-images': (record) => ('imageUrl' in record ? { ...record, imageUrl: null } : record),
  'images-are-signed-anew': (record) =>
    typeof record['imageUrl'] === 'string'
      ? { ...record, imageUrl: `${record['imageUrl']}?signature=${randomUUID()}` }
      : record,
  'formulas-say-that-they-have-no-unit': (record) =>
    record['type'] === 'formula' && 'item_id' in record ? { ...record, category: null, display_unit: '' } : record,
  'numbers-may-have-no-category': (record) =>
    typeof record['category'] === 'string' && 'item_id' in record ? { ...record, category: '' } : record,
  'types-of-files-carry-a-charset': (record) =>
    record['content_type'] === 'text/plain' || record['content_type'] === 'text/csv'
      ? { ...record, content_type: `${record['content_type']}; charset=utf-8` }
      : record,
  'description-status-stays-away': (record) => without(record, ([key]) => key === 'description_status'),
  'file-list-entries-are-short': (record, { route }) =>
    route === 'GET /files' && 'originalFileName' in record
      ? without(
          record,
          ([key]) => !['id', 'name', 'originalFileName', 'deleted', 'userTitle', 'description'].includes(key),
        )
      : record,
  'references-name-the-old-link-too': (record) =>
    'file_link_id' in record && 'page' in record ? { item_document_id: null, ...record } : record,
  'matrices-are-written-afresh': (record) =>
    record['type'] === 'matrix' && typeof record['value'] === 'string'
      ? { ...record, value: record['value'].replaceAll(/\s/gu, '') }
      : record,
  'results-are-always-texts': (record) => withResult(record, (result) => `${result}`),
  'results-are-rounded': (record) => withResult(record, rounded),
  'results-are-objects': (record) => withResult(record, asObject),
  'results-are-in-base-units': (record) => withResult(record, inBaseUnits),
  'validation-begins-with-a-general-entry': (record) =>
    Array.isArray(record['errors']) && record['errors'].some((entry) => isRecord(entry) && 'loc' in entry)
      ? { ...record, errors: [{ loc: [], msg: 'the request is invalid', type: 'invalid' }, ...record['errors']] }
      : record,
  'results-without-a-blank': (record) =>
    withResult(record, (result) => (typeof result === 'string' ? result.replace(' ', '') : result)),
  'empty-values-of-status-and-owner-stay-away': (record) =>
    'excludedStatusIds' in record ? without(record, ([key, value]) => key === 'status' && value === null) : record,
  'validation-entries-say-more': (record) =>
    'loc' in record && 'msg' in record
      ? { ...record, input: null, ctx: { given: true }, url: 'https://errors.example.test/validation' }
      : record,
  'validation-places-name-the-field-alone': (record) =>
    Array.isArray(record['loc']) && record['loc'].length > 1 ? { ...record, loc: record['loc'].slice(1) } : record,
  'item-list-shows-little': (record, { route }) =>
    route === 'GET /items' && 'id' in record && 'product_id' in record
      ? without(record, ([key]) => !['id', 'product_id', 'name', 'description', 'part_number'].includes(key))
      : record,
  'more-fields-everywhere': (record) => ({
    _revision: 7,
    ...record,
    'x-links': { self: null, related: [] },
    tags: ['a'],
  }),
}

/** An answer's JSON as the chosen variants show it. */
export function varyRecords(variants: VariantSwitch, json: unknown, place: AnswerPlace): unknown {
  const ofTexts = Object.entries(texts).filter(([id]) => variants.has(id))
  const ofRecords = Object.entries(records).filter(([id]) => variants.has(id))
  const moved = variants.chosen('times-come-from-another-clock') ? 180_000 : clockError(variants)
  const text = (value: string, key: string): string => {
    const onTime = moved !== 0 && timeKeys.has(key) ? new Date(Date.parse(value) + moved).toISOString() : value
    return ofTexts.reduce((changed, [, change]) => change(changed, key), onTime)
  }
  const walk = (value: unknown, key: string): unknown => {
    if (typeof value === 'string') return text(value, key)
    if (Array.isArray(value)) return value.map((one) => walk(one, key))
    if (!isRecord(value)) return value
    const inner = Object.fromEntries(Object.entries(value).map(([name, one]) => [name, walk(one, name)]))
    return ofRecords.reduce((record, [, change]) => change(record, place), inner)
  }
  return ofTexts.length > 0 || ofRecords.length > 0 || moved !== 0 ? walk(json, '') : json
}

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** The record with other names for some of its fields, in the same order. */
export function renamed(record: JsonRecord, names: Readonly<Record<string, string>>): JsonRecord {
  return Object.fromEntries(Object.entries(record).map(([key, value]) => [names[key] ?? key, value]))
}

function without(record: JsonRecord, isLeftOut: (entry: [string, unknown]) => boolean): JsonRecord {
  return Object.fromEntries(Object.entries(record).filter((entry) => !isLeftOut(entry)))
}

function shortColor(color: string): string {
  return color.length === '#rrggbb'.length ? `#${color[1]}${color[3]}${color[5]}` : color
}

function colored(record: JsonRecord, change: (color: string) => string): JsonRecord {
  const { color } = record
  return 'groupKey' in record && typeof color === 'string' ? { ...record, color: change(color) } : record
}

function withResult(record: JsonRecord, change: (result: string | number) => unknown): JsonRecord {
  const { type, value } = record
  if (type !== 'formula' || (typeof value !== 'string' && typeof value !== 'number')) return record
  return { ...record, value: change(value) }
}

function asObject(result: string | number): unknown {
  if (typeof result === 'number') return { value: result, unit: null }
  const [number = '', ...unit] = result.split(' ')
  return { value: Number(number), unit: unit.join(' ') }
}

function inBaseUnits(result: string | number): string | number {
  if (typeof result === 'number' || !/^\S+ mm(?:\^2)?$/u.test(result)) return result
  const power = result.endsWith('^2') ? 2 : 1
  return `${Number(result.split(' ')[0]) / 1000 ** power} m${power === 2 ? '^2' : ''}`
}

function rounded(result: string | number): string | number {
  if (typeof result === 'number') return Number(result.toPrecision(10))
  return result.replace(/^-?\d[\d.]*(?:e[+-]?\d+)?/u, (number) => String(Number(Number(number).toPrecision(10))))
}

function ofTimes(change: (time: string) => string): (text: string, key: string) => string {
  return (text, key) => (timeKeys.has(key) ? change(text) : text)
}

function eastOfGreenwich(time: string): string {
  if (!/Z$/iu.test(time)) return time
  return new Date(Date.parse(time) + 7_200_000).toISOString().replace('Z', '+02:00')
}
