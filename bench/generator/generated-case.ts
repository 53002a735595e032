import fc from 'fast-check'
import { isRecord } from '../../lib/contract/is-record.ts'
import { arbitraryOfSchema } from './arbitrary-of-schema.ts'
import { type Operation, resolved } from './operations.ts'

/** A request to be, but for the ids in its path: those are drawn from what answers have shown. */
export interface GeneratedCase {
  readonly query: Readonly<Record<string, string>>
  readonly body: unknown
  /** Draws an id. */
  readonly draw: number
  readonly withoutKey: boolean
}

/** Requests of an operation: two thirds as the schemas want them, the others with one value replaced by any other. */
export function generatedCase({ query, body }: Operation): fc.Arbitrary<GeneratedCase> {
  const parameters = Object.fromEntries(
    query.map(({ name, schema }) => [name, mostly(arbitraryOfSchema(schema), fc.oneof(fc.string(), fc.integer()))]),
  )
  return fc.record({
    query: fc.record(parameters, { requiredKeys: [] }).map((values) => asTexts(values)),
    body: body === undefined ? fc.constant(undefined) : bodies(body),
    draw: fc.nat(),
    withoutKey: fc.integer({ min: 1, max: 20 }).map((one) => one === 1),
  })
}

function bodies(schema: NonNullable<Operation['body']>): fc.Arbitrary<unknown> {
  const sound = arbitraryOfSchema(schema)
  const { properties } = resolved(schema)
  const names = isRecord(properties) ? Object.keys(properties) : []
  if (names.length === 0) return mostly(sound, fc.jsonValue())
  const replaced = fc
    .tuple(sound, fc.constantFrom(...names), fc.oneof(fc.constant(undefined), fc.jsonValue()))
    .map(([value, name, other]) => (isRecord(value) ? { ...value, [name]: other } : value))
  return mostly(sound, replaced)
}

function mostly(usual: fc.Arbitrary<unknown>, other: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> {
  return fc.oneof({ weight: 2, arbitrary: usual }, { weight: 1, arbitrary: other })
}

function asTexts(values: object): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, String(value)]))
}
