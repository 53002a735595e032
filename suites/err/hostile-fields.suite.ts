import fc from 'fast-check'
import {
  each,
  fewHostileValues,
  forAll,
  hostileValue,
  hostileValues,
  plainValues,
  scenario,
  type HostileValue,
} from '#suite'
import { onNull } from '../shared/passive-ids.ts'
import { bodyText, jsonWrite, jsonWriteNames, type JsonWriteName } from '../shared/json-writes.ts'

const contentType = 'application/json'
const needs = ['write'] as const

/** What each field of a write is given in turn: databases and indexes stumble over the content of any of them. */
const everywhere: ReadonlySet<string> = new Set([
  'null',
  'a NUL inside',
  'a long text',
  'a text of multi-byte characters',
])
const plainLabels = plainValues.map(({ label }) => label)
/** The contract shows these in full, and whatever reads the fields of one write reads those of most. */
const inFull: readonly JsonWriteName[] = ['creating a product', 'updating a product']

for (const what of jsonWriteNames)
  for (const [index, { label, json }] of (inFull.includes(what) ? hostileValues : fewHostileValues).entries())
    scenario(
      `${what} with ${label} in a field causes no server error`,
      { verifies: ['ERR-15'], covers: label === 'null' ? onNull : [], needs },
      async (context) => {
        const write = await jsonWrite(what, context)
        const { fields, send } = write
        const tried = fields.filter(
          (field, place) =>
            everywhere.has(label) || isOfItsKind(field, json) || isDealt(label, place - index, fields.length),
        )
        await each(tried, async (field) => {
          const rawBody = await bodyText(write, field, json)
          const answer = await send({ rawBody, contentType, broken: `${label} as ${field}` })
          context.verify('ERR-15', answer).isNoServerError()
        })
      },
    )

/** What parsers and validators stumble over is tried in one field, another for each value; a value of another type in every fourth. */
function isDealt(label: string, turn: number, fields: number): boolean {
  return turn % (plainLabels.includes(label) ? Math.min(plainLabels.length, fields) : fields) === 0
}

/** A number that passes for one comes further in a field of numbers. */
function isOfItsKind(field: string, json: string): boolean {
  return field === 'baseline_version_number' && /^-?\d/u.test(json)
}

interface AnyField {
  readonly what: JsonWriteName
  /** Which of its fields, counted round. */
  readonly place: number
  readonly value: HostileValue
}

forAll(
  'a product with any JSON value in a field causes no server error',
  { verifies: ['ERR-15'], needs },
  async ({ verify, ...sources }) => ({
    inputs: fc.record({ what: fc.constantFrom(...inFull), place: fc.nat({ max: 4 }), value: hostileValue() }),
    holds: async ({ what, place, value }: AnyField) => {
      const write = await jsonWrite(what, sources)
      const field = write.fields[place % write.fields.length] ?? 'name'
      const rawBody = await bodyText(write, field, value.json)
      const answer = await write.send({ rawBody, contentType, broken: `${field}: ${value.label}` })
      verify('ERR-15', answer).isNoServerError()
    },
  }),
)
