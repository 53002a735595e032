import fc from 'fast-check'
import { isRecord } from '../../lib/contract/is-record.ts'
import { resolved } from './operations.ts'

/** Values that keep a schema, as a generator knows them that has nothing but the schema: all keywords that our requests use. */
export function arbitraryOfSchema(part: unknown): fc.Arbitrary<unknown> {
  const schema = resolved(part)
  const { const: only, enum: listed, anyOf, type } = schema
  if (only !== undefined) return fc.constant(only)
  if (Array.isArray(listed)) return fc.constantFrom(...listed)
  if (Array.isArray(anyOf)) return fc.oneof(...anyOf.map((one: unknown) => arbitraryOfSchema(one)))
  if (Array.isArray(type)) return fc.oneof(...type.map((one: unknown) => arbitraryOfSchema({ ...schema, type: one })))
  switch (type) {
    case 'object':
      return objects(schema)
    case 'array':
      return fc.array(arbitraryOfSchema(schema['items']), { maxLength: 3 })
    case 'string':
      return texts(schema)
    case 'integer':
      return fc.integer({ min: numberOr(schema['minimum'], -1000), max: numberOr(schema['maximum'], 1000) })
    case 'number':
      return fc.double({ noNaN: true, noDefaultInfinity: true })
    case 'boolean':
      return fc.boolean()
    case 'null':
      return fc.constant(null)
    default:
      return fc.jsonValue()
  }
}

function objects({ properties, required }: Readonly<Record<string, unknown>>): fc.Arbitrary<unknown> {
  const fields = isRecord(properties) ? properties : {}
  const arbitraries = Object.fromEntries(
    Object.entries(fields).map(([name, schema]) => [name, arbitraryOfSchema(schema)] as const),
  )
  const needed = Array.isArray(required) ? Object.keys(fields).filter((name) => required.includes(name)) : []
  return fc.record(arbitraries, { requiredKeys: needed })
}

function texts({ pattern, format, minLength }: Readonly<Record<string, unknown>>): fc.Arbitrary<unknown> {
  if (format === 'uuid') return fc.uuid()
  if (typeof pattern === 'string') return fc.stringMatching(new RegExp(pattern))
  return fc.string({ minLength: numberOr(minLength, 0), maxLength: 40 })
}

function numberOr(value: unknown, otherwise: number): number {
  return typeof value === 'number' ? value : otherwise
}
