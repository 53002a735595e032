import { isRecord } from '../contract/is-record.ts'
import { uuidPattern } from '../service/interface/patterns.ts'

const instantPattern = /^\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}:\d{2}/i
const datePattern = /^\d{4}-\d{2}-\d{2}$/
const urlPattern = /^https?:\/\//i
/** A value of an enumeration looks like one. */
const wordPattern = /^[A-Za-z][\w -]{0,23}$/

/** A text field counts as an enumeration if it has few values and each is frequent. */
const enumeration = { mostValues: 5, fewestRecords: 4, timesEach: 2 } as const
const deepest = 6

/**
 * The common shape of some values, in one line that is the same for the same records in any order: types, fields (`?` if some
 * records lack one), small enumerations. Texts with a known form get its name: `uuid`, `instant`, `date`, `url`.
 */
export function inferShape(values: readonly unknown[], depth = 0): string {
  const shapes = [
    ...recordShape(values.filter(isRecord), depth),
    ...listShape(
      values.filter((value) => Array.isArray(value)),
      depth,
    ),
    ...textShape(values.filter((value) => typeof value === 'string')),
    ...[...new Set(values.flatMap((value) => plainType(value)))].toSorted(),
  ]
  return shapes.length === 0 ? 'nothing' : shapes.join(' | ')
}

function recordShape(records: ReadonlyArray<Readonly<Record<string, unknown>>>, depth: number): readonly string[] {
  if (records.length === 0) return []
  if (depth >= deepest) return ['object']
  // By code points: the order of a locale differs between machines.
  const names = [...new Set(records.flatMap((record) => Object.keys(record)))].toSorted()
  const fields = names.map((name) => {
    const held = records.filter((record) => Object.hasOwn(record, name)).map((record) => record[name])
    return `${name}${held.length < records.length ? '?' : ''}: ${inferShape(held, depth + 1)}`
  })
  return [`{${fields.join('; ')}}`]
}

function listShape(lists: ReadonlyArray<readonly unknown[]>, depth: number): readonly string[] {
  if (lists.length === 0) return []
  const entries = lists.flat()
  return [entries.length === 0 || depth >= deepest ? '[]' : `[${inferShape(entries, depth + 1)}]`]
}

function textShape(texts: readonly string[]): readonly string[] {
  if (texts.length === 0) return []
  const distinct = [...new Set(texts)].toSorted()
  const isEnumeration =
    texts.length >= enumeration.fewestRecords &&
    distinct.length <= enumeration.mostValues &&
    distinct.every((text) => wordPattern.test(text) && times(texts, text) >= enumeration.timesEach)
  if (isEnumeration) return distinct.map((text) => JSON.stringify(text))
  return [...new Set(texts.map((text) => formOf(text)))].toSorted()
}

function formOf(text: string): string {
  if (uuidPattern.test(text)) return 'uuid'
  if (instantPattern.test(text)) return 'instant'
  if (datePattern.test(text)) return 'date'
  return urlPattern.test(text) ? 'url' : 'text'
}

function plainType(value: unknown): readonly string[] {
  if (value === null) return ['null']
  if (typeof value === 'number') return [Number.isInteger(value) ? 'integer' : 'number']
  return typeof value === 'boolean' ? ['boolean'] : []
}

function times(texts: readonly string[], text: string): number {
  return texts.filter((one) => one === text).length
}
