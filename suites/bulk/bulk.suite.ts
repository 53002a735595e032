import { isDeepStrictEqual } from 'node:util'
import { assume, inferShape, pick, roleOf, sameId, scenario } from '#suite'
import { isObstacle, type Entry } from '../subjects/specimens.ts'
import { valueField } from '../subjects/value-field.ts'
import { bulkOfItems, bulkOfProperties, entriesIn, withEntries } from '../subjects/bulk-subject.ts'
import { datedNow } from '../subjects/dated-now.ts'
import { newEntries } from './new-entries.ts'
import { learnedOf } from '../subjects/learned-creation.ts'

const needs = ['write'] as const

const subjects = [
  { id: 'BULK-01', one: 'item', make: bulkOfItems, causedBy: ['ITEM-09', 'ITEM-14'] },
  { id: 'BULK-02', one: 'property', make: bulkOfProperties, causedBy: ['PROP-19', 'PROP-30'] },
] as const

for (const { id, one, make, causedBy } of subjects)
  scenario(
    `one request creates several, each ${one} as it was sent`,
    { verifies: [id, 'BULK-04'], needs, causedBy },
    async (context) => {
      const { observe, verify } = context
      const subject = await make(context)
      const body = await learnedOf<typeof id, unknown>(context, id, {
        learn: () => subject.body(3),
        // A deployment that makes none of them one by one has no place for several: that is said where one is created.
        control: () => (id === 'BULK-01' ? context.given.item() : context.given.property('text')),
      })
      // Texts that differ show whether each entry was read.
      const sent = entriesIn(body).map((entry, index) =>
        Object.fromEntries(
          Object.entries(entry).map(([name, value]) => [
            name,
            roleOf([name]) === 'value' && typeof value === 'string' ? `value ${index}` : value,
          ]),
        ),
      )
      const before = await subject.listed()
      const answer = await subject.send(withEntries(body, sent))
      observe('BULK-04', `status of a bulk of ${subject.what}`, answer.status)
      observe('BULK-04', `answer to a bulk of ${subject.what}`, inferShape([answer.json]))
      verify(id, answer).isAccepted()
      const made = await newEntries(context.given, { subject, before, sent, wanted: sent.length, answer })
      verify(id, answer).that({
        claim: 'as many are there as were sent',
        holds: made.length === sent.length,
        expected: `${sent.length} new ${subject.what}`,
        received: `${made.length}`,
      })
      const compared = ['name', 'title', 'value'].filter((field) =>
        [...made, ...sent].every((entry) => typeof entry[field] === 'string'),
      )
      const texts = (entries: readonly Entry[]): readonly string[] =>
        entries.map((entry) => compared.map((field) => String(entry[field])).join(' | ')).toSorted()
      verify(id, answer).equals({
        claim: 'each has what was sent for it',
        expected: texts(sent),
        received: texts(made),
      })
      for (const entry of made) {
        const ask = () => subject.read(String(entry['id']))
        verify(id, await context.given.eventually(ask, ({ status }) => status === 200)).hasStatus(200)
      }
    },
  )

/** Values that no property begins with. lawful: a status that a workflow does not take at once. */
const unusualValues = { numeric: 0.0625, text: '007', date: '1987-02-28', status: 'Done' } as const

scenario(
  'properties of every type that come together have the values and units that were sent',
  {
    verifies: ['BULK-02', 'PROP-38'],
    needs,
    causedBy: ['PROP-12', 'PROP-19', 'PROP-26', 'PROP-30'],
  },
  async (context) => {
    const { given, verify } = context
    const subject = await bulkOfProperties(context)
    const plain = await subject.body(1)
    const [like = {}] = entriesIn(plain)
    const item = await given.item()
    const types = ['numeric', 'matrix', 'text', 'date', 'status'] as const
    const alone = []
    for (const type of types) {
      const field = valueField(type, await given.propertyBody(type, item))
      const unusual = type in unusualValues ? { [field]: Reflect.get(unusualValues, type) } : {}
      alone.push(
        await given.property(type, { item, fields: unusual }).catch((error: unknown) => {
          if (isObstacle(error)) return given.property(type, { item })
          throw error
        }),
      )
    }
    // What an entry of a bulk says of its place stays as the bulk has it.
    const sent = alone.map(({ body }) =>
      Object.fromEntries(
        Object.entries(body).map(([name, value]) => [
          name,
          value === item.id || value === item.product.id ? (like[name] ?? value) : value,
        ]),
      ),
    )
    const answer = await subject.send(withEntries(plain, sent))
    assume(answer.status < 300, 'the entries of a bulk are not like single creations')
    const made = await newEntries(given, { subject, before: [], sent, wanted: sent.length, answer })
    const list = given.requireSuccess(await given.listProperties(item.id, { query: { limit: 100 } }), 'PROP-19')
    const told = ['type', 'value', 'category', 'display_unit']
    for (const { body, id } of alone) {
      // How a value is spelled is the target's concern: those that were created alone show it.
      const due = given.entriesOf(list).find((entry) => String(entry['id']).toLowerCase() === id.toLowerCase())
      const entry = made.find(({ name }) => name === body['name'])
      if (entry === undefined || due === undefined) continue
      const dated = datedNow('a property of a bulk', entry['createdAt'], answer)
      if (dated) verify('PROP-38', answer).that(dated)
      verify('BULK-02', answer).equals({
        claim: 'a property of a bulk has the type, value and unit of one that was created alone',
        // lawful: one that is created alone may begin otherwise, as a status does in a workflow
        expected: { ...pick(due, told), ...(isAsSent(entry, body) ? pick(entry, ['value']) : {}) },
        received: pick(entry, told),
      })
    }
  },
)

function isAsSent({ value }: Entry, body: Entry): boolean {
  return Object.entries(body).some(([name, sent]) => roleOf([name]) === 'value' && sent === value)
}

scenario(
  'a formula that comes with other properties is a formula with its result',
  {
    verifies: ['BULK-02'],
    needs,
    causedBy: ['PROP-14', 'PROP-15', 'PROP-19', 'PROP-26', 'PROP-30'],
  },
  async (context) => {
    const { given, verify } = context
    const alone = await given.property('formula')
    const { item, body, id } = alone
    const subject = await bulkOfProperties(context, item)
    const plain = await subject.body(1)
    const [like = {}] = entriesIn(plain)
    const name = given.name()
    const formula = Object.fromEntries(
      Object.entries(body)
        .filter(([field, value]) => roleOf([field]) !== 'readableId' && (value !== item.id || field in like))
        .map(([field, value]) => [field, value === body['name'] ? name : value]),
    )
    const sent = [like, formula]
    const before = await subject.listed()
    const answer = await subject.send(withEntries(plain, sent))
    assume(answer.status < 300 && answer.status !== 207, 'the target accepts no formula in a bulk')
    await newEntries(given, { subject, before, sent, wanted: sent.length, answer })
    // lawful: a result that is computed a little later
    const { due, entry } = await given.eventually(
      async () => {
        const entries = await subject.listed()
        return {
          due: pick(
            entries.find((one) => sameId(one['id'], id)),
            ['type', 'value'],
          ),
          entry: entries.find((one) => one['name'] === name),
        }
      },
      (seen) => isDeepStrictEqual(seen.due, pick(seen.entry, ['type', 'value'])),
    )
    verify('BULK-02', answer).equals({
      claim: 'a formula of a bulk has the type and result of the same one that was created alone',
      expected: due,
      received: pick(entry, ['type', 'value']),
    })
  },
)
