import { isRecord } from './is-record.ts'
import { schemaFile, type Schema } from './schema-files.ts'
import { alternativeToNull, fileOf } from './schema-parts.ts'

/** What a value has to be by a schema, to complete "is not …": what the schema says of itself, else what follows from its keywords, and how it says that null will do. */
export function describeSchema(schema: Schema, from: string, orNull = ' or null'): string {
  const { description, type } = schema
  if (typeof description === 'string') return description
  const other = alternativeToNull(schema)
  if (other) return `${describeSchema(other, from)}${orNull}`
  const file = fileOf(schema, from)
  if (file !== undefined) return withArticle(titleOf(file))
  if (Array.isArray(schema['enum'])) return `one of ${schema['enum'].map((value) => `\`${String(value)}\``).join(', ')}`
  if (Array.isArray(type)) {
    const others = type.filter((one) => one !== 'null').map((one) => withArticle(String(one)))
    return `${others.join(' or ')}${others.length < type.length ? orNull : ''}`
  }
  if (type === 'array') return arrayOf(schema['items'], from)
  if (schema['format'] === 'uuid') return 'a UUID'
  if (schema['minLength'] === 1) return 'a string of at least one character'
  return typeof type === 'string' ? withArticle(type) : 'left out'
}

function arrayOf(items: unknown, from: string): string {
  if (!isRecord(items)) return 'an array'
  const file = fileOf(items, from)
  return `an array of ${file === undefined ? `${String(items['type'])}s` : plural(titleOf(file))}`
}

function titleOf(file: string): string {
  const title = String(schemaFile(file)['title'])
  return `${title.slice(0, 1).toLowerCase()}${title.slice(1)}`
}

function plural(noun: string): string {
  return noun.endsWith('y') ? `${noun.slice(0, -1)}ies` : `${noun}s`
}

function withArticle(noun: string): string {
  return `${/^[aeio]/.test(noun) ? 'an' : 'a'} ${noun}`
}
