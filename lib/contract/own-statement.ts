import { isRecord } from './is-record.ts'
import { schemaFile, type Schema } from './schema-files.ts'
import { fileOf } from './schema-parts.ts'

/** Keywords that say nothing of a value, and those whose parts are rules of their own. */
const saidElsewhere = new Set(['$schema', '$id', 'title', 'description', 'allOf', 'if', 'then', 'else'])

/**
 * What a field's schema says of the field itself: the fields of an object in it are judged by rules of their own, and so is
 * what its schema says further under conditions or under other requirements.
 */
export function ownStatement(field: Schema, from: string): Schema {
  const { $ref, ...rest } = field
  const file = fileOf({ $ref }, from)
  const own = Object.fromEntries(
    Object.entries(rest)
      .filter(([keyword]) => !keyword.startsWith('x-') && !saidElsewhere.has(keyword))
      .map(([keyword, value]) => [keyword, within(keyword, value, from)]),
  )
  if (file === undefined) return own
  const referred = schemaFile(file)
  return referred['type'] === 'object' ? { ...own, type: 'object' } : { ...own, ...ownStatement(referred, file) }
}

function within(keyword: string, value: unknown, from: string): unknown {
  if (keyword === 'anyOf' && Array.isArray(value))
    return value.map((part: unknown) => (isRecord(part) ? ownStatement(part, from) : part))
  return keyword === 'items' && isRecord(value) ? ownStatement(value, from) : value
}
