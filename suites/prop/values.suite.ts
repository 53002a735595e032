import { isDeepStrictEqual } from 'node:util'
import fc from 'fast-check'
import {
  entryOf,
  evenValue,
  fieldOf,
  forAll,
  propertyDates,
  propertyMatrices,
  propertyNumbers,
  propertyTexts,
  sameNumber,
  scenario,
  show,
  statusValues,
  succeeded,
  textField,
  type Claim,
  type Exchange,
  type PropertyType,
} from '#suite'
import { valueField } from '../subjects/value-field.ts'

const needs = ['write'] as const
/** What the shape of a value breaks already is that requirement's concern. */
const shapes = ['PROP-10', 'PROP-11', 'PROP-16', 'PROP-17', 'PROP-18'] as const

const valueIn = (answer: Pick<Exchange, 'json'>): unknown => fieldOf(answer, 'value')

/** Whether two values are the same. lawful: numbers are converted, texts trimmed and composed, matrices written in another way. */
function isSame(one: unknown, other: unknown): boolean {
  if (typeof one === 'number' && typeof other === 'number') return sameNumber(one, other)
  const [left, right] = [evenValue(one), evenValue(other)]
  if (!Array.isArray(left) || !Array.isArray(right)) return isDeepStrictEqual(left, right)
  return left.length === right.length && left.every((token, index) => isSame(token, right[index]))
}

/** Claims that a value came back as one of those that it may be. */
function isKept(what: string, values: readonly unknown[], read: Exchange): Claim {
  return {
    claim: what,
    holds: values.some((value) => isSame(value, valueIn(read))),
    expected: values.map((value) => show(value)).join(' or '),
    received: show(valueIn(read)),
  }
}

/** A matrix as the target is sent one: requests may hold its rows themselves. */
function asSent(example: unknown, value: unknown): unknown {
  return Array.isArray(example) && typeof value === 'string' ? JSON.parse(value) : value
}

interface Kept<Value> {
  readonly type: PropertyType
  readonly values: fc.Arbitrary<Value>
  readonly examples: readonly Value[]
  /** lawful: the values that a property may have where it was created with one, such as the first of a workflow. */
  readonly starts?: readonly Value[]
}

function keeps<Value>({ type, values, examples, starts = [] }: Kept<Value>): void {
  forAll(
    `a ${type} property keeps its value as it was sent, created or updated`,
    { verifies: ['PROP-31', 'PROP-26'], needs, cost: 'costly', causedBy: [...shapes, 'PROP-19', 'PROP-27', 'PROP-29'] },
    async ({ api, given, verify }) => {
      const item = await given.item()
      const { body } = await given.property(type, { item })
      const field = valueField(type, body)
      return {
        inputs: values,
        examples,
        holds: async (value: Value) => {
          const json = { ...(await given.propertyBody(type, item)), [field]: asSent(body[field], value) }
          const created = await api.send('createProperty', { json })
          // lawful: a value may be refused, and then nothing is there to be kept
          if (!succeeded(created)) return
          const id = textField(created, 'id', 'PROP-01')
          const read = given.requireSuccess(await given.read('property', id), 'PROP-27')
          verify('PROP-31', read).that(isKept('the value comes back', [value, ...starts], read))
          const listed = given.requireSuccess(await given.listProperties(item.id, { query: { limit: 200 } }), 'PROP-19')
          const entry = entryOf(listed, id)
          if (entry)
            verify('PROP-26', listed).that(isKept('the list shows it', [valueIn(read)], { ...listed, json: entry }))
          // Each example is the next one's update too: what an update does to a value is another piece of code.
          const next = examples[(examples.findIndex((example) => example === value) + 1) % examples.length]
          if (next === undefined) return
          const update = { [field]: asSent(body[field], next) }
          const updated = await api.send('updateProperty', { path: { property_id: id }, json: update })
          const again = given.requireSuccess(await given.read('property', id), 'PROP-27')
          // lawful: an update need not take a value, and may ignore or refuse it
          const lawful = [...(succeeded(updated) ? [next] : []), valueIn(read)]
          verify('PROP-31', again).that(
            isKept('the value after an update is the new one, or else the old one', lawful, again),
          )
        },
      }
    },
  )
}

keeps({
  type: 'numeric',
  values: propertyNumbers,
  // The first is what updates are made to: it shows rounding. The last is beyond what 32 bits hold.
  examples: [1234.567890123, 0.1, -273.15, 0, 123456789.123456, 1e-7, 0.5, 1_000_000, 2 ** 32 + 1],
})
keeps({
  type: 'text',
  values: propertyTexts,
  examples: [
    '  spaces around  ',
    '007',
    'true',
    'null',
    '0',
    '-',
    'e\u0301 and é',
    'two\nlines',
    '<b>&amp;</b>',
    'Größe 寸法',
  ],
})
keeps({
  type: 'date',
  values: propertyDates,
  // Some of summer time, and the days on which it begins and ends: what is kept as a local midnight slips there.
  examples: [
    '2024-02-29',
    '1969-12-31',
    '1999-12-31',
    '2000-01-01',
    '2024-07-15',
    '2024-03-31',
    '2024-10-27',
    '2099-12-31',
  ],
})
keeps<string>({
  type: 'status',
  values: fc.constantFrom(...statusValues),
  examples: [...statusValues],
  starts: statusValues,
})
keeps({
  type: 'matrix',
  values: propertyMatrices,
  examples: ['[[1, 2], [3, 4]]', '[[-0.5, 1e-3, 0]]', '[[-1, 2], [3, -4.5]]'],
})

/** Updates to a value that passes for an empty one, or for another spelling of the one before. */
const emptied = [
  { type: 'numeric', usual: 4.25, empty: 0 },
  { type: 'text', usual: 'filled', empty: '' },
  { type: 'text', usual: 'filled', empty: '0' },
  { type: 'text', usual: '10', empty: '1e1' },
] as const

for (const { type, usual, empty } of emptied)
  scenario(
    `an update of a ${type} property from ${show(usual)} to ${show(empty)} is accepted where one to another value is`,
    { verifies: ['PROP-31'], needs, causedBy: [...shapes, 'PROP-27'] },
    async ({ api, given, verify }) => {
      const { id, body } = await given.property(type)
      const change = async (value: unknown): Promise<Exchange | undefined> => {
        const json = { [valueField(type, body)]: value }
        const answer = await api.send('updateProperty', { path: { property_id: id }, json })
        return succeeded(answer) ? given.requireSuccess(await given.read('property', id), 'PROP-27') : undefined
      }
      const filled = await change(usual)
      if (filled === undefined || !isSame(valueIn(filled), usual))
        return given.untestable({ reason: 'capability-absent', cause: 'the target accepts no value on update' })
      const read = await change(empty)
      // lawful: a text that has to hold something is refused, and an emptied one is shown as none
      if (read === undefined) return
      verify('PROP-31', read).that({
        claim: `the value before it does not outlast an update to ${show(empty)}`,
        holds: valueIn(read) !== usual,
        expected: show(empty),
        received: show(valueIn(read)),
      })
    },
  )

/** Beyond what whole numbers of 32, 53 and 64 bits hold, what is told apart from them by its exponent only, and texts of some length. */
const far: ReadonlyArray<readonly [PropertyType, readonly unknown[]]> = [
  ['numeric', [2.1e11, 2 ** 53 - 1, 2 ** 53 + 2, -1e15, 1e20, 1e21, -1e21, 6.02214076e23, 1.6e-19]],
  ['text', [`${'a text '.repeat(60)}end`, `${'a long text '.repeat(400)}end`]],
]

for (const [type, values] of far)
  scenario(
    `a ${type} value of any size comes back as it was sent, where it is accepted`,
    { verifies: ['PROP-31'], needs, causedBy: [...shapes, 'PROP-27', 'PROP-29'] },
    async ({ api, given, verify }) => {
      const item = await given.item()
      const field = valueField(type, await given.propertyBody(type, item))
      for (const value of values) {
        const json = { ...(await given.propertyBody(type, item)), [field]: value }
        const created = await api.send('createProperty', { json })
        // lawful: a limit of size that the contract does not show
        if (!succeeded(created)) continue
        const id = textField(created, 'id', 'PROP-01')
        const read = given.requireSuccess(await given.read('property', id), 'PROP-27')
        verify('PROP-31', read).that(isKept('the value comes back', [value], read))
      }
    },
  )
