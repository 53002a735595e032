import { isRecord, type JsonObject } from '../contract/is-record.ts'

/** A schema of OpenAPI 3.0 or 3.1 in one form: parts of `allOf` merged, null separate from the types. */
export interface FlatSchema {
  /** JSON types without null; none if any is allowed. */
  readonly types: readonly string[]
  readonly nullable: boolean
  readonly properties: Readonly<Record<string, JsonObject>>
  readonly required: ReadonlySet<string>
  readonly items: JsonObject | undefined
  /** Also of a `const`. */
  readonly enum: readonly unknown[] | undefined
  /** All other keywords: bounds, pattern, format, default, examples. */
  readonly rest: JsonObject
}

/** How the variants of `oneOf` and `anyOf`, without null, are combined. */
export type Choose = (variants: readonly FlatSchema[]) => FlatSchema | undefined

const deepest = 12
const structural = new Set([
  'allOf',
  'anyOf',
  'oneOf',
  'type',
  'nullable',
  'properties',
  'required',
  'items',
  'enum',
  'const',
])

/** Normalizes a schema; nested compositions are followed twelve levels deep. */
export function flatSchema(schema: JsonObject, choose: Choose, depth = 0): FlatSchema {
  const own = ownPart(schema)
  if (depth >= deepest) return own
  const all = partsIn(schema['allOf']).map((part) => flatSchema(part, choose, depth + 1))
  const unions = [schema['oneOf'], schema['anyOf']].map((list) => partsIn(list)).filter((list) => list.length > 0)
  const chosen = unions.map((list) => {
    const variants = list.map((part) => flatSchema(part, choose, depth + 1))
    const real = variants.filter((variant) => !isNullOnly(variant))
    const one = real.length > 1 ? choose(real) : real[0]
    return { ...(one ?? anything), nullable: variants.some(({ nullable }) => nullable) }
  })
  return [...all, ...chosen].reduce((whole, part) => merged(whole, part), own)
}

/** The variants as one schema that accepts what any of them accepts. */
export function unionOf(variants: readonly FlatSchema[]): FlatSchema {
  const [first = anything, ...others] = variants
  return others.reduce(
    (one, other) => ({
      types: one.types.length === 0 || other.types.length === 0 ? [] : [...new Set([...one.types, ...other.types])],
      nullable: one.nullable || other.nullable,
      properties: { ...other.properties, ...one.properties },
      required: one.required.intersection(other.required),
      items: one.items ?? other.items,
      enum: one.enum && other.enum && [...one.enum, ...other.enum],
      rest: sharedRest(one.rest, other.rest),
    }),
    first,
  )
}

const anything: FlatSchema = {
  types: [],
  nullable: false,
  properties: {},
  required: new Set(),
  items: undefined,
  enum: undefined,
  rest: {},
}

function ownPart(schema: JsonObject): FlatSchema {
  const { type, properties, required, items } = schema
  const named = [type].flat().filter((name) => typeof name === 'string')
  const values = 'const' in schema ? [schema['const']] : schema['enum']
  const enumerated: readonly unknown[] | undefined = Array.isArray(values) ? values : undefined
  const inferred = named.length === 0 && isRecord(properties) ? ['object'] : named
  return {
    types: inferred.filter((name) => name !== 'null'),
    nullable: schema['nullable'] === true || named.includes('null') || enumerated?.includes(null) === true,
    properties: isRecord(properties) ? Object.fromEntries(Object.entries(properties).map(asSchema)) : {},
    required: new Set(Array.isArray(required) ? required.filter((name) => typeof name === 'string') : []),
    items: isRecord(items) ? items : undefined,
    enum: enumerated?.filter((value) => value !== null),
    rest: Object.fromEntries(Object.entries(schema).filter(([key]) => !structural.has(key))),
  }
}

function merged(one: FlatSchema, other: FlatSchema): FlatSchema {
  return {
    types: one.types.length > 0 ? one.types : other.types,
    nullable: one.nullable || other.nullable,
    properties: { ...other.properties, ...one.properties },
    required: one.required.union(other.required),
    items: one.items ?? other.items,
    enum: one.enum ?? other.enum,
    rest: { ...other.rest, ...one.rest },
  }
}

/** Only what both schemas state applies: a bound of one of them does not apply to the other. */
function sharedRest(one: JsonObject, other: JsonObject): JsonObject {
  return Object.fromEntries(
    Object.entries(one).filter(([key, value]) => JSON.stringify(other[key]) === JSON.stringify(value)),
  )
}

/** `null` as a separate alternative of `anyOf`. */
function isNullOnly({ types, nullable, properties, enum: values }: FlatSchema): boolean {
  return nullable && types.length === 0 && Object.keys(properties).length === 0 && (values ?? []).length === 0
}

function partsIn(list: unknown): readonly JsonObject[] {
  return Array.isArray(list) ? list.filter(isRecord) : []
}

/** A schema may be `true` or `false`: anything, or nothing. */
function asSchema([name, schema]: [string, unknown]): [string, JsonObject] {
  return [name, isRecord(schema) ? schema : schema === false ? { not: {} } : {}]
}
