import { isRecord } from './is-record.ts'
import { referredFile, schemaFile, type Schema } from './schema-files.ts'

/** The schemas in a list of them, such as that of `allOf`. */
export function partsIn(list: unknown): readonly Schema[] {
  return Array.isArray(list) ? list.filter(isRecord) : []
}

/** The other alternative of a schema that allows one type or null. */
export function alternativeToNull({ anyOf }: Schema): Schema | undefined {
  const parts = partsIn(anyOf)
  const others = parts.filter(({ type }) => type !== 'null')
  return others.length === 1 && parts.length === 2 ? others[0] : undefined
}

/** The file of a schema's reference; `undefined` if there is none, or if it is to a part of the same file. */
export function fileOf({ $ref }: Schema, from: string): string | undefined {
  return typeof $ref === 'string' && !$ref.startsWith('#') ? referredFile($ref, from) : undefined
}

/** The part of its own file that a schema refers to. */
export function ownPartOf({ $ref }: Schema, from: string): unknown {
  if (typeof $ref !== 'string' || !$ref.startsWith('#/')) return undefined
  const names = $ref.slice('#/'.length).split('/')
  return names.reduce<unknown>((part, name) => (isRecord(part) ? part[name] : undefined), schemaFile(from))
}

/** The file of the objects in a field, single or in a list, ignoring null. */
export function objectsIn(field: Schema, from: string): string | undefined {
  const held = alternativeToNull(field) ?? field
  const file = fileOf(isRecord(held['items']) ? held['items'] : held, from)
  return file !== undefined && schemaFile(file)['type'] === 'object' ? file : undefined
}
