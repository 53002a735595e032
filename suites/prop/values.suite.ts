import fc from 'fast-check'
import {
  assume,
  each,
  entryOf,
  inTurn,
  propertyDates,
  propertyMatrices,
  propertyNumbers,
  propertyTexts,
  scenario,
  show,
  statusValues,
  succeeded,
  textField,
} from '#suite'
import type { CheckContext, Exchange, MadeProperty, PropertyType } from '#suite'
import { isSame, keepsValues, valueIn } from './keeps-values.ts'
import { sharedItem } from '../shared/shared-place.ts'
import { updatedProperty } from '../shared/updated-property.ts'
import { valueField } from '../shared/value-field.ts'

keepsValues({
  type: 'numeric',
  values: propertyNumbers,
  // The first is what updates are made to: it shows rounding. The last is beyond what 32 bits hold.
  examples: [1234.567890123, 1234.567891, 0.1, -273.15, 0, 123456789.123456, 1e-7, 0.5, 1_000_000, 2 ** 32 + 1],
})
keepsValues({
  type: 'text',
  values: propertyTexts,
  examples: [
    // What careless services trim, compose, read as markup or unescape: one text shows all of it. Its first line alone is no less.
    '  spaces around e\u0301 and é, <b>&amp;</b>, C:\\new\\\\path, Größe 寸法  ',
    // Line breaks, and a joiner, which a second reading would take away. Within 500 characters: a limit beyond is lawful.
    `two\nlines 👩\u200D🔬 ${'a long text '.repeat(38)}end`,
    '007',
    'true',
    'null',
    '0',
    '-',
  ],
})
keepsValues({
  type: 'date',
  values: propertyDates,
  // Some of summer time, and the days on which it begins and ends: what is kept as a local midnight slips there.
  examples: [
    // The beginning of Unix time is zero, which passes for none.
    '1970-01-01',
    '2024-02-29',
    '1969-12-31',
    '1999-12-31',
    '2000-01-01',
    '2024-07-15',
    '2024-03-31',
    '2024-10-27',
    '2099-12-31',
    // Beyond the centuries that pickers of dates know.
    '2150-06-30',
    '1815-12-10',
  ],
})
keepsValues<string>({
  type: 'status',
  values: fc.constantFrom(...statusValues),
  examples: [...statusValues],
  starts: statusValues,
})
const twelve = Array.from({ length: 12 }, (_, index) => index + 0.5)
const columnOfTwelve = `[${twelve.map((cell) => `[${cell}]`).join(', ')}]`
const rowOfTwelve = `[[${twelve.join(', ')}]]`

keepsValues({
  type: 'matrix',
  values: propertyMatrices,
  examples: ['[[1, 2], [3, 4]]', '[[-0.5, 1.25e-5, 0]]', '[[-1, 2], [3, -4.5]]', '[[5]]', columnOfTwelve, rowOfTwelve],
})

/** Updates to a value that passes for an empty one, for another spelling of the one before, or for the same. */
const emptied = [
  { type: 'numeric', usual: 4.25, empty: 0 },
  { type: 'text', usual: 'filled', empty: '' },
  { type: 'text', usual: 'filled', empty: '0' },
  { type: 'text', usual: '10', empty: '1e1' },
  { type: 'text', usual: 'filled', empty: 'FILLED' },
  { type: 'numeric', usual: 4.25, empty: 4.2501 },
] as const

for (const { type, usual, empty } of emptied)
  scenario(
    `an update of a ${type} property from ${show(usual)} to ${show(empty)} is accepted like any other change`,
    { verifies: ['PROP-31'], needs: ['write'] },
    async (context) => {
      const { verify } = context
      const property = await updatedProperty(type, context)
      const filled = await changedTo(context, property, usual)
      const isFilled = filled !== undefined && isSame(valueIn(filled), usual)
      assume(isFilled, 'the target did not keep a value of an update')
      const read = await changedTo(context, property, empty)
      // lawful: a text that has to hold something is rejected, and an emptied one is shown as none
      assume(read !== undefined)
      verify('PROP-31', read).differsIn('value', usual)
      verify('PROP-31', read).shows({ value: empty }, { where: type === 'numeric' })
    },
  )

/** A property after an update to a value; nothing if that is rejected. */
async function changedTo(
  { api, given }: Pick<CheckContext, 'api' | 'given'>,
  { id, type, body }: MadeProperty,
  value: unknown,
): Promise<Exchange | undefined> {
  const json = { [valueField(type, body)]: value }
  const answer = await api.send('updateProperty', { path: { property_id: id }, json })
  return succeeded(answer) ? given.requireSuccess(await given.read('property', id), 'PROP-27') : undefined
}

/** Beyond what whole numbers of 32, 53 and 64 bits hold, what is told apart from them by its exponent only, texts of some length, and one that passes for an object. */
const far: ReadonlyArray<readonly [PropertyType, readonly unknown[]]> = [
  ['numeric', [2.1e11, 2 ** 53 - 1, 2 ** 53 + 2, -1e15, 1e20, 1e21, -1e21, 6.02214076e23, 1.6e-19]],
  // What reads as JSON, first.
  ['text', ['{"a": [1]}', `${'a text '.repeat(60)}end`, `${'a long text '.repeat(400)}end`]],
]

for (const [type, values] of far)
  scenario(
    `a ${type} value of any size is returned as it was sent if it is accepted`,
    { verifies: ['PROP-31'], covers: [type === 'numeric' ? 'PROP-10' : 'PROP-16'], needs: ['write'] },
    async (context) => {
      const { api, given, verify } = context
      const item = await sharedItem(context, 'values of any size')
      const field = valueField(type, await given.propertyBody(type, item))
      const created = await inTurn(values, async (value) => {
        const json = { ...(await given.propertyBody(type, item)), [field]: value }
        return { value, answer: await api.send('createProperty', { json }) }
      })
      // lawful: a limit of size that the contract does not show
      const made = created.filter(({ answer }) => succeeded(answer))
      const listed = given.requireSuccess(await given.listProperties(item.id, { query: { limit: 100 } }), 'PROP-19')
      await each(made, async ({ value, answer }, index) => {
        const id = textField(answer, 'id', 'PROP-01')
        // A list tells of all at once; the first, and what it shows otherwise, is read by id.
        assume(index === 0 || !isSame(value, valueIn({ json: entryOf(listed, id) })))
        const read = given.requireSuccess(await given.read('property', id), 'PROP-27')
        verify('PROP-31', read).shows({ value })
      })
    },
  )
