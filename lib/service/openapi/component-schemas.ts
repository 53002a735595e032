import { posix } from 'node:path'
import { isRecord } from '../../contract/is-record.ts'
import { schemaFile, schemaIds, type Schema } from '../../contract/schema-files.ts'

/** What describes parameters, form fields, headers or files of our own is not a body. */
const noBodies = /^formats\/|-(?:query|fields)\.json$|^responses\/headers\.json$/

/** The schemas of all documented bodies by their component names. */
export function componentSchemas(): Readonly<Record<string, Schema>> {
  const ids = schemaIds().filter((id) => !noBodies.test(id))
  return Object.fromEntries(ids.sort().map((id) => [componentName(id), componentSchema(id)]))
}

/** A schema with its references replaced by those of one description. */
export function componentSchema(id: string): Schema {
  const rewritten = rewrite(schemaFile(id), id)
  if (!isRecord(rewritten)) throw new Error(`${id} is not an object`)
  const { $schema: _, $id: __, ...schema } = rewritten
  return schema
}

/** A reference to the component of a schema. */
export function refTo(id: string): { readonly $ref: string } {
  return { $ref: `#/components/schemas/${componentName(id)}` }
}

/** `requests/product-create.json` is `ProductCreate`. */
function componentName(id: string): string {
  return posix.basename(id, '.json').replaceAll(/(?:^|-)(\w)/g, (_, letter: string) => letter.toUpperCase())
}

function rewrite(value: unknown, id: string): unknown {
  if (Array.isArray(value)) return value.map((entry: unknown) => rewrite(entry, id))
  if (!isRecord(value)) return value
  const rewritten = Object.entries(value).map(([key, entry]) =>
    key === '$ref' && typeof entry === 'string' ? [key, target(entry, id)] : [key, rewrite(entry, id)],
  )
  // Linters of OpenAPI want entries described, also if nothing is said of them.
  const isOpenList = [value['type']].flat().includes('array') && !('items' in value)
  return { ...Object.fromEntries(rewritten), ...(isOpenList ? { items: {} } : {}) }
}

function target(reference: string, id: string): string {
  const [file = '', pointer = ''] = reference.split('#')
  return refTo(file === '' ? id : posix.join(posix.dirname(id), file)).$ref + pointer
}
