import fc from 'fast-check'
import { fewHostileValues, forAll, hostileValue, hostileValues, inTurn, plainValues, scenario, succeeded } from '#suite'
import type { Exchange, HostileValue, RequirementId } from '#suite'
import { bodyText, jsonWrite, jsonWriteNames, type JsonWriteName } from '../shared/json-writes.ts'

const contentType = 'application/json'
/** What each field of a write is given: databases and indexes stumble over the content of any of them. */
const everywhere: ReadonlySet<string> = new Set(['null', 'a text that contains NUL', 'a long text', 'a text of emoji'])
const plainLabels = plainValues.map(({ label }) => label)
/** The contract shows these in full, and whatever reads the fields of one write reads those of most. */
const inFull: readonly JsonWriteName[] = ['creating a product', 'updating a product']

/** What passive checks judge on a write that is sent null, and answers with the record. */
const onNull: Partial<Record<JsonWriteName, readonly RequirementId[]>> = {
  'creating a product': ['ERR-14'],
  'updating a product': ['ERR-14'],
  'updating a file': ['ERR-14'],
  'creating an item': ['ITEM-04'],
  'updating an item': ['ITEM-06'],
  'creating a property': ['PROP-31'],
  'updating a property': ['PROP-33'],
}

for (const what of jsonWriteNames)
  for (const [index, { label, json }] of (inFull.includes(what) ? hostileValues : fewHostileValues).entries())
    scenario(
      `${what} with ${label} in a field causes no server error`,
      { verifies: ['ERR-15'], covers: label === 'null' ? (onNull[what] ?? []) : [], needs: ['write'] },
      async (context) => {
        const write = await jsonWrite(what, context)
        const { fields, send } = write
        const tried = fields.filter(
          (field, place) =>
            everywhere.has(label) || isOfItsKind(field, json) || isDealt(label, place - index, fields.length),
        )
        const answers = await sentTogether(tried, label, async (given) =>
          send({ rawBody: await bodyText(write, given, json), contentType, broken: `${label} as ${given.join(', ')}` }),
        )
        context.verify('ERR-15', answers).isNoServerError()
      },
    )

/** Texts that are free to hold anything. */
const freeTexts: ReadonlySet<string> = new Set(['name', 'description', 'reason', 'userTitle', 'something_else'])

/** Gives free texts a value at once, and each by itself only if that is rejected: nothing was made of the others then. */
async function sentTogether(
  fields: readonly string[],
  label: string,
  send: (fields: readonly string[]) => Promise<Exchange>,
): Promise<readonly Exchange[]> {
  const free = fields.filter((field) => label !== 'null' && freeTexts.has(field))
  const together = free.length > 1 ? [await send(free)] : []
  const apart = together.some(succeeded) ? fields.filter((field) => !free.includes(field)) : fields
  return [...together, ...(await inTurn(apart, (field) => send([field])))]
}

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
  { verifies: ['ERR-15'], needs: ['write'], cost: 'costly' },
  async ({ verify, ...sources }) => ({
    inputs: fc.record({ what: fc.constantFrom(...inFull), place: fc.nat({ max: 4 }), value: hostileValue() }),
    holds: async ({ what, place, value }: AnyField) => {
      const write = await jsonWrite(what, sources)
      const field = write.fields[place % write.fields.length] ?? 'name'
      const rawBody = await bodyText(write, [field], value.json)
      const answer = await write.send({ rawBody, contentType, broken: `${field}: ${value.label}` })
      verify('ERR-15', answer).isNoServerError()
    },
  }),
)
