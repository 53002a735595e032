import fc from 'fast-check'
import {
  forAll,
  isRecord,
  propertyDates,
  propertyMatrices,
  propertyNumbers,
  propertyTexts,
  scenario,
  statusValues,
  textField,
  type Exchange,
  type PropertyType,
} from '#suite'
import { valueField } from './value-field.ts'

const needs = ['write'] as const
/** What the shape of a value breaks already is that requirement's affair. */
const shapes = ['PROP-10', 'PROP-11', 'PROP-16', 'PROP-17', 'PROP-18'] as const

interface Kept<Value> {
  readonly type: PropertyType
  readonly values: fc.Arbitrary<Value>
  readonly examples: readonly Value[]
  /** What of a value must come back; spelling that means nothing is evened out. */
  readonly meaning?: (value: unknown) => unknown
}

const valueIn = ({ json }: Exchange): unknown => (isRecord(json) ? json['value'] : undefined)

const emptied = [
  { type: 'numeric', usual: 4.25, empty: 0 },
  { type: 'text', usual: 'filled', empty: '' },
  // A text of one zero passes for an empty one in some languages, and a text of digits for another spelling of its number.
  { type: 'text', usual: 'filled', empty: '0' },
  { type: 'text', usual: '10', empty: '1e1' },
] as const

for (const { type, usual, empty } of emptied)
  scenario(
    `an update of a ${type} property to ${JSON.stringify(empty)} is taken where one to another value is`,
    { verifies: ['PROP-31'], needs, causedBy: [...shapes, 'PROP-27'] },
    async ({ api, given, verify }) => {
      const { id, body } = await given.property(type)
      const path = { property_id: id }
      const change = async (value: unknown): Promise<Exchange | undefined> => {
        const json = { [valueField(type, body)]: value }
        if ((await api.send('updateProperty', { path, json })).status >= 400) return undefined
        return given.requireSuccess(await api.send('getProperty', { path }), 'PROP-27')
      }
      const filled = await change(usual)
      if (filled === undefined || valueIn(filled) !== usual)
        return given.untestable({ reason: 'capability-absent', cause: 'the target takes no value on update' })
      const read = await change(empty)
      // A text that has to hold something may be refused, and an emptied one be shown as none.
      if (read === undefined) return
      verify('PROP-31', read).that({
        claim: `the value before it does not outlast an update to ${JSON.stringify(empty)}`,
        holds: valueIn(read) !== usual,
        expected: JSON.stringify(empty),
        received: JSON.stringify(valueIn(read)) ?? 'nothing',
      })
    },
  )

function keeps<Value>({ type, values, examples, meaning = (value) => value }: Kept<Value>): void {
  forAll(
    `a ${type} property keeps its value as it was sent, created or updated`,
    { verifies: ['PROP-31'], needs, cost: 'costly', causedBy: [...shapes, 'PROP-27'] },
    async ({ api, given, verify }) => {
      const own = await given.item()
      const field = valueField(type, await given.propertyBody(type, own))
      return {
        inputs: values,
        examples,
        holds: async (value) => {
          const made = await given.property(type, { item: own, fields: { [field]: value } })
          const path = { property_id: made.id }
          const read = given.requireSuccess(await api.send('getProperty', { path }), 'PROP-27')
          const expected = meaning(value)
          verify('PROP-31', read).equals({ claim: 'the value comes back', expected, received: meaning(valueIn(read)) })
          // Each example is the next one's update too: what an update does to a value is another piece of code.
          const next = examples[(examples.findIndex((example) => example === value) + 1) % examples.length]
          if (next === undefined) return
          const updated = await api.send('updateProperty', { path, json: { [field]: next } })
          const again = given.requireSuccess(await api.send('getProperty', { path }), 'PROP-27')
          // The contract does not show that an update takes a value: it may be passed over or refused.
          const allowed = [...(updated.status < 400 ? [meaning(next)] : []), expected].map((one) => JSON.stringify(one))
          verify('PROP-31', again).that({
            claim: 'the value after an update is the new one, or else the old one',
            holds: allowed.includes(JSON.stringify(meaning(valueIn(again)))),
            expected: allowed.join(' or '),
            received: JSON.stringify(meaning(valueIn(again))) ?? 'nothing',
          })
        },
      }
    },
  )
}

keeps({
  type: 'numeric',
  values: propertyNumbers,
  // The first is what updates are made to: it shows rounding. The last is beyond what 32 bits hold.
  examples: [1234.567890123, 0.1, -273.15, 0, 123456789.123456, 1e-7, 2 ** 32 + 1],
})
keeps({
  type: 'text',
  values: propertyTexts,
  examples: ['  blanks around  ', '007', 'true', 'null', 'e\u0301 and é', 'two\nlines', '<b>&amp;</b>'],
})
keeps({
  type: 'date',
  values: propertyDates,
  // One of summer time, and the days on which it begins and ends: what is kept as a local midnight slips there.
  examples: ['2024-02-29', '1999-12-31', '2000-01-01', '2024-07-15', '2024-03-31', '2024-10-27'],
})
keeps({ type: 'status', values: fc.constantFrom(...statusValues), examples: [...statusValues] })
keeps({
  type: 'matrix',
  values: propertyMatrices,
  examples: ['[[1, 2], [3, 4]]', '[[-0.5, 1e-3, 0]]'],
  // What stands between numbers means nothing.
  meaning: (value) =>
    typeof value === 'string'
      ? [...value.matchAll(/[[\]]|[^\s,;[\]]+/g)].map(([token]) => (/[[\]]/.test(token) ? token : Number(token)))
      : value,
})

/** Values that nobody refuses who keeps the rule of the type. */
const plain: ReadonlyArray<readonly [PropertyType, readonly unknown[]]> = [
  ['numeric', [0, -1, -273.15, 0.5, 1_000_000]],
  ['matrix', ['[[0, 1], [2, 3]]', '[[-1, 2], [3, -4.5]]']],
  ['text', ['0', 'true', '2024-02-29', 'Größe und 寸法', '-']],
  ['date', ['1969-12-31', '2000-02-29', '2099-12-31']],
  ['status', statusValues],
]

/** A matrix as the target is sent one: requests may hold its rows themselves. */
function asSent(example: unknown, value: unknown): unknown {
  return Array.isArray(example) ? JSON.parse(String(value)) : value
}

for (const [type, values] of plain)
  scenario(
    `a ${type} property takes every plain value of its type`,
    { verifies: ['PROP-26', 'PROP-31'], needs, causedBy: ['PROP-29', ...shapes] },
    async ({ api, given, verify }) => {
      const item = await given.item()
      const { body } = await given.property(type, { item })
      const field = valueField(type, body)
      const shown = new Map<string, unknown>()
      for (const value of values) {
        const json = { ...(await given.propertyBody(type, item)), [field]: asSent(body[field], value) }
        const answer = await api.send('createProperty', { json })
        verify('PROP-31', answer).that({
          claim: `the value ${JSON.stringify(value)} is taken, as another of the type was`,
          holds: answer.status < 300,
          expected: 'a success',
          received: `${answer.status}`,
        })
        if (answer.status < 300 && isRecord(answer.json) && typeof answer.json['id'] === 'string')
          shown.set(answer.json['id'].toLowerCase(), answer.json['value'])
      }
      const listed = given.requireSuccess(await given.listProperties(item.id, { query: { limit: 100 } }), 'PROP-19')
      for (const entry of given.entriesOf(listed)) {
        const due = shown.get(String(entry['id']).toLowerCase())
        if (due === undefined || due === null) continue
        verify('PROP-26', listed).equals({
          claim: 'the list shows the value that the record has',
          expected: due,
          received: entry['value'],
        })
      }
    },
  )

/** Beyond what whole numbers of 32, 53 and 64 bits hold, and what is told apart from them by its exponent only. */
const farNumbers = [2.1e11, 2 ** 53 - 1, 2 ** 53 + 2, -1e15, 1e20, 1e21, -1e21, 6.02214076e23, 1.6e-19]

scenario(
  'a number of any size comes back as it was sent, where it is taken',
  { verifies: ['PROP-31'], needs, causedBy: [...shapes, 'PROP-27', 'PROP-29'] },
  async ({ api, given, verify }) => {
    const item = await given.item()
    const body = await given.propertyBody('numeric', item)
    const field = valueField('numeric', body)
    for (const value of farNumbers) {
      const json = { ...(await given.propertyBody('numeric', item)), [field]: value }
      const created = await api.send('createProperty', { json })
      // The contract shows no largest number, and a service may have one.
      if (created.status >= 400) continue
      const path = { property_id: textField(created, 'id', 'PROP-01') }
      const read = given.requireSuccess(await api.send('getProperty', { path }), 'PROP-27')
      verify('PROP-31', read).that({
        claim: `the number ${value} comes back`,
        // Decimal fractions of many digits are another check's affair.
        holds: typeof valueIn(read) === 'number' && Math.abs(Number(valueIn(read)) - value) <= Math.abs(value) * 1e-9,
        expected: `${value}`,
        received: String(valueIn(read)),
      })
    }
  },
)

scenario('a long text comes back whole', { verifies: ['PROP-31'], needs, causedBy: shapes }, async (context) => {
  const { api, given, verify } = context
  const item = await given.item()
  const body = await given.propertyBody('text', item)
  const value = `${'a long text '.repeat(400)}end`
  const created = await api.send('createProperty', { json: { ...body, [valueField('text', body)]: value } })
  // The contract shows no longest text, and a service may have one.
  if (created.status >= 400)
    given.untestable({ reason: 'capability-absent', cause: `a text of ${value.length} characters` })
  const path = { property_id: textField(created, 'id', 'PROP-01') }
  const read = given.requireSuccess(await api.send('getProperty', { path }), 'PROP-27')
  verify('PROP-31', read).equals({ claim: 'the long text comes back', expected: value, received: valueIn(read) })
})
