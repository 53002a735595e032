import fc from 'fast-check'
import type { Exchange } from '../../lib/client/exchange.ts'
import { isRecord } from '../../lib/contract/is-record.ts'
import { statusValues, type PropertyType } from '../../lib/contract/patterns.ts'
import { propertyDates, propertyMatrices, propertyNumbers, propertyTexts } from '../../lib/generate/property-values.ts'
import { textField } from '../../lib/run/given/read-answer.ts'
import { property } from '../../lib/run/property.ts'
import { scenario } from '../../lib/run/scenario.ts'
import { bulkOfProperties, entriesIn, withEntries } from '../bulk/bulk-subject.ts'
import { followsItsRule } from './follows-its-rule.ts'
import { kindOf } from './specimens.ts'
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
    { verifies: ['PROP-31'], needs, explainedBy: [...shapes, 'PROP-27'] },
    async ({ api, given, verify }) => {
      const { id, body } = await given.property(type)
      const path = { property_id: id }
      const change = async (value: unknown): Promise<Exchange | undefined> => {
        const json = { [valueField(type, body)]: value }
        if ((await api.send('updateProperty', { path, json })).status >= 400) return undefined
        return given.accepted(await api.send('getProperty', { path }), 'PROP-27')
      }
      const filled = await change(usual)
      if (filled === undefined || valueIn(filled) !== usual)
        return given.lacks({ reason: 'capability-absent', enable: 'the target takes no value on update' })
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
  property(
    `a ${type} property keeps its value as it was sent, created or updated`,
    { verifies: ['PROP-31'], needs, cost: 'costly', explainedBy: [...shapes, 'PROP-27'] },
    async ({ api, given, verify }) => {
      const own = await given.item()
      const field = valueField(type, await given.propertyBody(type, own))
      return {
        inputs: values,
        examples,
        holds: async (value) => {
          const made = await given.property(type, { item: own, fields: { [field]: value } })
          const path = { property_id: made.id }
          const read = given.accepted(await api.send('getProperty', { path }), 'PROP-27')
          const expected = meaning(value)
          verify('PROP-31', read).equals({ claim: 'the value comes back', expected, received: meaning(valueIn(read)) })
          // Each example is the next one's update too: what an update does to a value is another piece of code.
          const next = examples[(examples.findIndex((example) => example === value) + 1) % examples.length]
          if (next === undefined) return
          const updated = await api.send('updateProperty', { path, json: { [field]: next } })
          const again = given.accepted(await api.send('getProperty', { path }), 'PROP-27')
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
    { verifies: ['PROP-26', 'PROP-31'], needs, explainedBy: ['PROP-29', ...shapes] },
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
      const listed = given.accepted(await given.listProperties(item.id, { query: { limit: 100 } }), 'PROP-19')
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
const farNumbers = [2.1e11, 2 ** 53 - 1, -1e15, 1e20, 6.02214076e23, 1.6e-19]

scenario(
  'a number of any size comes back as it was sent, where it is taken',
  { verifies: ['PROP-31'], needs, explainedBy: [...shapes, 'PROP-27', 'PROP-29'] },
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
      const read = given.accepted(await api.send('getProperty', { path }), 'PROP-27')
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

scenario('a long text comes back whole', { verifies: ['PROP-31'], needs, explainedBy: shapes }, async (context) => {
  const { api, given, verify } = context
  const item = await given.item()
  const body = await given.propertyBody('text', item)
  const value = `${'a long text '.repeat(400)}end`
  const created = await api.send('createProperty', { json: { ...body, [valueField('text', body)]: value } })
  // The contract shows no longest text, and a service may have one.
  if (created.status >= 400)
    given.lacks({ reason: 'capability-absent', enable: `a text of ${value.length} characters` })
  const path = { property_id: textField(created, 'id', 'PROP-01') }
  const read = given.accepted(await api.send('getProperty', { path }), 'PROP-27')
  verify('PROP-31', read).equals({ claim: 'the long text comes back', expected: value, received: valueIn(read) })
})

scenario(
  'a number beyond what a double counts by ones is shown as a number where it is taken',
  { verifies: ['PROP-31'], needs, explainedBy: shapes },
  async ({ api, given, verify }) => {
    const item = await given.item()
    const body = await given.propertyBody('numeric', item)
    for (const value of [2 ** 53 + 2, 1e21, -1e21]) {
      const json = { ...body, name: given.name(), [valueField('numeric', body)]: value }
      const answer = await api.send('createProperty', { json })
      // A service may have a largest number.
      if (answer.status >= 400) continue
      const path = { property_id: textField(answer, 'id', 'PROP-01') }
      const read = given.accepted(await api.send('getProperty', { path }), 'PROP-27')
      const shown = valueIn(read)
      verify('PROP-31', read).that({
        claim: `the number ${value} comes back`,
        // The last digits are beyond what is kept for sure.
        holds: typeof shown === 'number' && Math.abs(shown - value) <= Math.abs(value) * 1e-12,
        expected: `${value}`,
        received: JSON.stringify(shown) ?? 'nothing',
      })
    }
  },
)

const wrong: ReadonlyArray<readonly [PropertyType, string, unknown]> = [
  ['numeric', 'a text', 'twelve'],
  ['numeric', 'digits in a text', '12'],
  ['numeric', 'a boolean', true],
  ['matrix', 'no matrix', 'no matrix'],
  ['matrix', 'brackets that do not close', '[[1, 2], [3, 4]'],
  ['matrix', 'words in brackets', '[["a", "b"]]'],
  ['text', 'a number', 12],
  ['text', 'an object', { text: 'inside' }],
  ['date', 'a day that the calendar does not have', '2023-02-29'],
  ['date', 'a time of day', '2024-02-29T12:00:00Z'],
  ['date', 'another order', '29.02.2024'],
  ['date', 'a thirteenth month', '2024-13-01'],
  ['date', 'a month of one digit', '2024-2-1'],
  ['date', 'a date with a line after it', '2024-02-29\nand more'],
  ['date', 'a boolean', true],
  ['status', 'a boolean', true],
  ['status', 'a status with a line after it', 'Draft\nand more'],
  ['status', 'an empty status', ''],
  ['status', 'an unknown status', 'Rejected'],
  ['status', 'a status in lower case', 'draft'],
  ['status', 'another status in lower case', 'done'],
  ['status', 'a status of two words with one capital', 'Under review'],
]

for (const [type, what, value] of wrong)
  scenario(
    `a ${type} property never shows ${what} for a value, whatever was sent`,
    { verifies: ['PROP-35'], needs },
    async ({ api, given, verify }) => {
      const item = await given.item()
      const { id, body, exchange } = await given.property(type, { item })
      // Where a value that is right is shown wrong, the rule of its type tells so.
      if (!followsItsRule(type, exchange.json))
        given.lacks({ reason: 'blocked', enable: `a lawful value of type ${type} is shown against its rule` })
      const field = valueField(type, body)
      const json = { ...(await given.propertyBody(type, item)), [field]: value }
      const created = await api.send('createProperty', { json, broken: `${type} with ${what}` })
      const madeId = created.status < 300 && isRecord(created.json) ? created.json['id'] : undefined
      await api.send('updateProperty', {
        path: { property_id: id },
        json: { [field]: value },
        broken: `${type} changed to ${what}`,
      })
      for (const one of [id, ...(typeof madeId === 'string' ? [madeId] : [])]) {
        const read = given.accepted(await api.send('getProperty', { path: { property_id: one } }), 'PROP-27')
        verify('PROP-35', read).that({
          claim: `the value that is shown follows the rule of ${type}`,
          holds: followsItsRule(type, read.json),
          expected: `a value of type ${type}`,
          received: JSON.stringify(valueIn(read)) ?? 'nothing',
          hint: 'creation and update may judge values apart',
        })
        // A day that there is not is refused or not stored: it is no other day either.
        if (type !== 'date' || !/^\d{4}-\d\d-\d\d$/.test(String(value))) continue
        const lawful = [valueIn(exchange), undefined, null]
        verify('PROP-35', read).that({
          claim: 'a day that the calendar does not have becomes no other day',
          holds: lawful.includes(valueIn(read)),
          expected: 'the date before, or none',
          received: String(valueIn(read)),
          hint: 'a date may be rolled over into the next month',
        })
      }
    },
  )

scenario(
  'a day that the calendar does not have is not taken for another day',
  { verifies: ['PROP-35'], needs },
  async ({ api, given, verify }) => {
    const { id, body, item, exchange } = await given.property('date')
    const field = valueField('date', body)
    const json = { [field]: '2023-02-29' }
    const broken = 'a day that the calendar does not have'
    await api.send('updateProperty', { path: { property_id: id }, json, broken })
    const read = given.accepted(await api.send('getProperty', { path: { property_id: id } }), 'PROP-27')
    const created = await api.send('createProperty', {
      json: { ...(await given.propertyBody('date', item)), ...json },
      broken,
    })
    for (const [shown, before] of [
      [read, valueIn(exchange)],
      [created, undefined],
    ] as const)
      verify('PROP-35', shown).that({
        claim: 'a day that does not exist is refused, or not stored',
        holds: [before, null, undefined, ''].includes(valueIn(shown)),
        expected: before === undefined ? 'no value' : JSON.stringify(before),
        received: JSON.stringify(valueIn(shown)) ?? 'nothing',
        hint: 'the days beyond the month may be counted into the next one',
      })
  },
)

scenario(
  'properties that are created together never show a value outside the rule of their type',
  { verifies: ['PROP-35'], needs },
  async (context) => {
    const { given, verify } = context
    const subject = await bulkOfProperties(context)
    const body = await subject.body(2)
    const entries = entriesIn(body).map((entry) => ({ ...entry, [valueField('text', entry)]: 12 }))
    const answer = await subject.send(withEntries(body, entries), 'a number for a text in a bulk')
    const listed = await subject.listed()
    verify('PROP-35', answer).that({
      claim: 'what a bulk made follows the rule of text',
      holds: listed.every((entry) => kindOf(entry) !== 'text' || followsItsRule('text', entry)),
      expected: 'texts, or nothing made',
      received: JSON.stringify(given.entriesOf(answer).map(({ value }) => value)),
    })
  },
)
