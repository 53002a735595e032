import { invalid, Problem } from './problem.ts'

type Fields = ReadonlyMap<string, unknown>

const slug = /^[a-z0-9_]+$/
const identifier = /^[\dA-F]{8}-[\dA-F]{4}-[\dA-F]{4}-[\dA-F]{4}-[\dA-F]{12}$/i

/** A JSON object, whatever the content type says. */
export function decodeObject(body: Buffer): Fields {
  let value: unknown
  try {
    value = JSON.parse(new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(body))
  } catch {
    throw new Problem(400, 'invalid_json')
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw invalid('body')
  return new Map<string, unknown>(Object.entries(value))
}

export interface ProductFields {
  readonly workspace?: string
  readonly name?: string
  readonly readableId?: string
  readonly description?: string
  /** Null takes it away. */
  readonly partNumber?: string | null
}

/** Fields of a product that are given; the first that is wrong is told. */
export function decodeProduct(body: Buffer, required: readonly string[]): ProductFields {
  const fields = decodeObject(body)
  for (const name of required) if (!fields.has(name)) throw invalid(name)
  const isUpdate = required.length === 0
  const baseline = fields.get('baseline_version_number')
  if (isUpdate && baseline !== undefined) {
    if (typeof baseline !== 'number' || !Number.isInteger(baseline) || baseline < 1)
      throw invalid('baseline_version_number')
    throw new Problem(404, 'version_not_found')
  }
  const number = fields.get('part_number')
  return {
    ...given('workspace', isUpdate ? undefined : textIn(fields, 'workspace_id', identifier)),
    ...given('name', textIn(fields, 'name', /^[^]/)),
    ...given('readableId', textIn(fields, 'readable_id', slug)),
    ...given('description', textIn(fields, 'description', /^/)),
    ...(isUpdate && number === null
      ? { partNumber: null }
      : given('partNumber', textIn(fields, 'part_number', /^[^]/))),
  }
}

function textIn(fields: Fields, name: string, pattern: RegExp): string | undefined {
  const value = fields.get(name)
  if (value === undefined) return undefined
  if (typeof value !== 'string' || !pattern.test(value)) throw invalid(name)
  return value
}

function given<Name extends string, Value>(name: Name, value: Value | undefined): { readonly [Key in Name]?: Value } {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a computed key is no key to the compiler
  return (value === undefined ? {} : { [name]: value }) as { readonly [Key in Name]?: Value }
}

/** Limit and offset as strict decimal integers. */
export function decodePage(query: URLSearchParams): { readonly limit: number; readonly offset: number } {
  const integer = (name: string, otherwise: number): number => {
    const text = query.get(name)
    if (text === null) return otherwise
    if (!/^[+-]?\d{1,18}$/.test(text)) throw invalid(name)
    return Number(text)
  }
  const limit = integer('limit', 50)
  const offset = integer('offset', 0)
  if (limit < 1 || limit > 200) throw invalid('limit')
  if (offset < 0) throw invalid('offset')
  return { limit, offset }
}
