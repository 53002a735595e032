import fc from 'fast-check'

export type JsonType = 'text' | 'number' | 'boolean' | 'array' | 'object' | 'null'

/** A field and its lawful JSON types; null counts for every optional field. */
export interface TypedField {
  readonly field: string
  readonly lawful: readonly JsonType[]
}

export interface WrongType {
  readonly field: string
  readonly type: JsonType
  readonly value: unknown
}

const arbitraryOf: Readonly<Record<JsonType, fc.Arbitrary<unknown>>> = {
  text: fc.string(),
  number: fc.oneof(fc.integer(), fc.double({ noNaN: true, noDefaultInfinity: true })),
  boolean: fc.boolean(),
  array: fc.array(fc.oneof(fc.string(), fc.integer()), { maxLength: 3 }),
  object: fc.dictionary(fc.string({ minLength: 1, maxLength: 5 }), fc.string(), { maxKeys: 3 }),
  null: fc.constant(null),
}

const plainest: Readonly<Record<JsonType, unknown>> = {
  text: 'a',
  number: 5,
  boolean: true,
  array: ['a'],
  object: { a: 'a' },
  null: null,
}

const types: readonly JsonType[] = ['text', 'number', 'boolean', 'array', 'object', 'null']

/** Every field with every type that it must not have, with the simplest value of the type. */
export function eachWrongType(fields: readonly TypedField[]): readonly WrongType[] {
  return fields.flatMap(({ field, lawful }) =>
    types.filter((type) => !lawful.includes(type)).map((type) => ({ field, type, value: plainest[type] })),
  )
}

/** One of the fields with a generated value of a type that it must not have. */
export function wrongType(fields: readonly TypedField[]): fc.Arbitrary<WrongType> {
  return fc
    .constantFrom(...eachWrongType(fields))
    .chain(({ field, type }) => arbitraryOf[type].map((value) => ({ field, type, value })))
}
