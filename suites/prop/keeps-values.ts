import fc from 'fast-check'
import { assume, entryOf, fieldOf, forAll, inTurn, isSameValue, succeeded, textField, asText, each } from '#suite'
import type { CheckContext, Exchange, Fields, MadeItem, PropertyType } from '#suite'
import { sharedItem } from '../shared/shared-place.ts'
import { valueField } from '../shared/value-field.ts'

type Shown = Pick<Exchange, 'json'>
type Context = CheckContext<'PROP-26' | 'PROP-31'>

/** Generated values of one batch at most: the examples are many. */
const batch = 2

export const valueIn = (answer: Shown): unknown => fieldOf(answer, 'value')

/** Whether two values are the same. lawful: numbers are converted, texts trimmed and composed, matrices written in another way. */
export function isSame(one: unknown, other: unknown): boolean {
  return isSameValue('value', one, other)
}

/** Of the values that a property may have the one that it shows, or else the first. */
function expectedIn(shown: Shown, values: readonly unknown[]): unknown {
  return values.find((value) => isSame(value, valueIn(shown))) ?? values[0]
}

interface Kept<Value> {
  readonly type: PropertyType
  readonly values: fc.Arbitrary<Value>
  readonly examples: readonly Value[]
  /** lawful: the values that a property may have if it was created with one, such as the first of a workflow. */
  readonly starts?: readonly Value[]
}

/** Declares that values of a type are kept: those of a batch are created, listed, updated to one another, and listed again. */
export function keepsValues<Value>({ type, values, examples, starts = [] }: Kept<Value>): void {
  forAll(
    `a ${type} property keeps exactly the values that its creation and its updates sent`,
    { verifies: ['PROP-31', 'PROP-26'], needs: ['write'], cost: 'batch' },
    async (context) => {
      const item = await sharedItem(context, `values of type ${type}`)
      const body = await context.given.propertyBody(type, item)
      const place = { type, item, body, field: valueField(type, body) }
      return {
        inputs: fc.array(values, { minLength: 1, maxLength: batch }),
        examples: [examples],
        holds: async (sent: readonly Value[]) => {
          const { verify } = context
          const made = (await inTurn(sent, (value) => create(context, place, value))).flat()
          assume(made.length > 0)
          await each(made, async ({ read, value }) =>
            verify('PROP-31', read).shows({ value: expectedIn(read, [value, ...starts]) }),
          )
          const listed = await list(context, place)
          await each(made, async ({ read }) =>
            verify('PROP-26', listed).shows({ value: valueIn(read) }, entryIn(listed, read)),
          )
          const left = await inTurn(made.entries(), ([index, one]) =>
            update(context, place, { one, next: made[index + 1]?.value ?? examples[0] ?? one.value }),
          )
          // A list tells of all at once; what it shows otherwise is read by id.
          const after = await list(context, place)
          await each(left, async ({ id, lawful }) => {
            assume(!showsOneOf(after, id, lawful))
            const read = context.given.requireSuccess(await context.given.read('property', id), 'PROP-27')
            verify('PROP-31', read).shows({ value: expectedIn(read, lawful) })
            verify('PROP-26', after).shows({ value: valueIn(read) }, entryIn(after, read))
          })
        },
      }
    },
  )
}

interface Place {
  readonly type: PropertyType
  readonly item: MadeItem
  readonly body: Fields
  readonly field: string
}

interface Made {
  readonly value: unknown
  readonly id: string
  /** The record by id, after the creation. */
  readonly read: Exchange
}

interface Updated {
  readonly id: string
  /** The values that it may have now. */
  readonly lawful: readonly unknown[]
}

/** A value as the target is sent it: requests may hold the rows of a matrix themselves. */
function asSent({ body, field }: Place, value: unknown): unknown {
  return Array.isArray(body[field]) && typeof value === 'string' ? JSON.parse(value) : value
}

async function create({ api, given }: Context, place: Place, value: unknown): Promise<readonly Made[]> {
  const json = { ...(await given.propertyBody(place.type, place.item)), [place.field]: asSent(place, value) }
  const created = await api.send('createProperty', { json })
  // lawful: a value may be refused, and then nothing is there to be kept
  if (!succeeded(created)) return []
  const id = textField(created, 'id', 'PROP-01')
  const read = given.requireSuccess(await given.read('property', id), 'PROP-27')
  return [{ value, id, read }]
}

async function list({ given }: Context, { item }: Place): Promise<Exchange> {
  return given.requireSuccess(await given.listProperties(item.id, { query: { limit: 200 } }), 'PROP-19')
}

/** What a list shows of a record, if it shows it. */
function entryIn(listed: Exchange, read: Exchange) {
  const entry = entryOf(listed, asText(fieldOf(read, 'id')))
  return { in: entry, where: entry !== undefined }
}

function showsOneOf(listed: Exchange, id: string, lawful: readonly unknown[]): boolean {
  const json = entryOf(listed, id)
  return json !== undefined && lawful.some((value) => isSame(value, valueIn({ json })))
}

/** Each value is the next one's update: what an update does to a value is another piece of code. */
async function update(
  { api }: Context,
  place: Place,
  { one, next }: { readonly one: Made; readonly next: unknown },
): Promise<Updated> {
  const json = { [place.field]: asSent(place, next) }
  const updated = await api.send('updateProperty', { path: { property_id: one.id }, json })
  // lawful: an update need not take a value, and may ignore or refuse it
  return { id: one.id, lawful: [...(succeeded(updated) ? [next] : []), valueIn(one.read)] }
}
