import { assume, blocked, each, fieldOf, isRecord, scenario, succeeded } from '#suite'
import type { Exchange, MadeItem, Sources } from '#suite'
import {
  changeSource,
  formulaIn,
  resultOf,
  measuresOf,
  numericProperty,
  readFormula,
  readUntilShows,
  requireNumber,
} from './formula-results.ts'
import { secondItem, sharedItem } from '../shared/shared-place.ts'
import { exampleProperty } from '../shared/example-property.ts'
import { expressionField, measureFields, valueField } from '../shared/value-field.ts'

const needs = ['write'] as const

// `formulaIn` sends POST /properties of a formula, `resultOf` sends GET /properties/{id} until it shows the result that the suite computes
// from what the sources show; `showsResult` claims that it does.

/** Over the numbers 7 and 2. lawful: a result rounded to the digits that are shown, so that none lies half-way between whole numbers. */
const expressions: ReadonlyArray<readonly [what: string, of: (one: string, two: string) => string]> = [
  ['twice a number', (one) => `${one} * 2`],
  ['a product that begins with a number', (one) => `2 * ${one}`],
  ['a sum and a difference', (one, two) => `${one} + ${two} * 3 - (${one} - ${two})`],
  ['a product of two numbers', (one, two) => `${one} * ${two}`],
  ['differences from left to right', (one, two) => `${one} - ${two} - ${two}`],
  ['a quarter', (one) => `${one} / 4`],
  ['a ratio of two numbers', (one, two) => `${one} / (${two} * 2)`],
]

function sharedNumbers(context: Sources) {
  const { given, session } = context
  return session.shared('numbers of formulas', async () => {
    const item = await sharedItem(context, 'formulas')
    const [seven, two] = [await numericProperty(given, item, 7), await numericProperty(given, item, 2)]
    const ids = [seven.id.toLowerCase(), two.id.toLowerCase()]
    return { seven, two, measures: await measuresOf(context, ids) }
  })
}

for (const [what, of] of expressions)
  scenario(
    `a formula shows the result of ${what}, with its unit`,
    { verifies: ['PROP-14'], needs },
    async (context) => {
      const { seven, two, measures } = await sharedNumbers(context)
      const expression = of(`@{${seven.id}}`, `@{${two.id}}`)
      const { id } = await formulaIn(context.given, seven.item, expression)
      const result = await resultOf(context, { id, expression, measures })
      context.verify('PROP-14', result.answer).that(result.showsResult)
    },
  )

/** 7 mm and 2 of another unit, if the target takes both. */
function measuresIn(
  { api, given, session }: Sources,
  item: MadeItem,
  otherUnit: 'cm' | 's',
): Promise<readonly [string, string]> {
  return session.shared(`numbers in mm and ${otherUnit}`, async () => {
    const body = await given.propertyBody('numeric', item)
    const value = valueField('numeric', body)
    const measure = async (number: number, unit: string, category?: string): Promise<string> => {
      const json = {
        ...(await given.propertyBody('numeric', item)),
        [value]: number,
        ...measureFields('unit', unit, body),
        ...(category === undefined ? {} : measureFields('category', category, body)),
      }
      const answer = await api.send('createProperty', { json })
      const id = fieldOf(answer, 'id')
      if (succeeded(answer) && typeof id === 'string' && fieldOf(answer, 'display_unit') === unit) return id
      return given.untestable({ reason: 'capability-absent', cause: `the target kept no number in ${unit}` })
    }
    return [await measure(7, 'mm'), await (otherUnit === 'cm' ? measure(2, 'cm') : measure(2, 's', 'Time'))] as const
  })
}

// lawful: a product of a length and a time has no unit in many catalogues of units, unlike a speed
const ofUnits = [
  { sign: '+', otherUnit: 'cm' },
  { sign: '-', otherUnit: 'cm' },
  { sign: '/', otherUnit: 's' },
] as const

for (const { sign, otherUnit } of ofUnits)
  scenario(
    `a formula shows the result of 7 mm ${sign} 2 ${otherUnit}`,
    { verifies: ['PROP-14'], needs },
    async (context) => {
      const item = await sharedItem(context, 'formulas')
      const [one, two] = await measuresIn(context, item, otherUnit)
      const expression = `@{${one}} ${sign} @{${two}}`
      const { id } = await formulaIn(context.given, item, expression)
      const result = await resultOf(context, { id, expression })
      context.verify('PROP-14', result.answer).that(result.showsResult)
    },
  )

scenario('a formula follows a change of its source', { verifies: ['PROP-14'], needs }, async (context) => {
  const { given, verify } = context
  const source = await numericProperty(given, await sharedItem(context, 'formulas'), 7)
  // A number below zero brings two signs together if its text is put into the expression.
  const expression = `3 * @{${source.id}} - @{${source.id}}`
  const { id } = await formulaIn(given, source.item, expression)
  await resultOf(context, { id, expression })
  // A formula refers to its source by the id, whatever its name. Zero and less are where a careless service takes a number for none.
  const changes = [{ value: 31.25, name: given.name() }, { value: 0 }, { value: -4 }, { unit: 'cm' }]
  await each(changes, async (change) => {
    const measures = await changeSource(context, source, change)
    const { answer, showsResult } = await resultOf(context, { id, expression, measures }, { wasComputed: true })
    verify('PROP-14', answer).that(showsResult)
  })
})

scenario(
  'a formula keeps its result when an update sends a value',
  { verifies: ['PROP-14'], needs },
  async (context) => {
    const { api, given, verify } = context
    const { seven, measures } = await sharedNumbers(context)
    const expression = `@{${seven.id}} * 3`
    const { id } = await formulaIn(given, seven.item, expression)
    // lawful: the value is rejected or ignored, as a field that a formula does not have
    const json = { [valueField('numeric', seven.body)]: 12_345 }
    await api.send('updateProperty', { path: { property_id: id }, json, broken: 'a result' })
    const { answer, showsResult } = await resultOf(context, { id, expression, measures })
    verify('PROP-14', answer).that(showsResult)
  },
)

scenario('a formula follows an update of its expression', { verifies: ['PROP-14'], needs }, async (context) => {
  const { api, given } = context
  const item = await sharedItem(context, 'formulas')
  const source = await numericProperty(given, item, 7)
  const { id, body } = await formulaIn(given, item, `@{${source.id}} * 2`)
  requireNumber(context, await readUntilShows(context, id, 14), 14)
  const expression = `@{${source.id}} * 3`
  const json = { [expressionField(body)]: expression }
  await api.send('updateProperty', { path: { property_id: id }, json })
  // lawful: an update that refuses the expression, or leaves it as it was
  const isShown = showsExpression(await readFormula(context, id), expression)
  assume(isShown, 'the target did not show a new expression after an update')
  const result = await resultOf(context, { id, expression }, { wasComputed: true })
  context.verify('PROP-14', result.answer).that(result.showsResult)
})

function showsExpression({ json }: Exchange, expression: string): boolean {
  const values = isRecord(json) ? Object.values(json) : []
  return values.some((value) => typeof value === 'string' && withoutSpaces(value) === withoutSpaces(expression))
}

function withoutSpaces(text: string): string {
  return text.replaceAll(/\s/gu, '').toLowerCase()
}

scenario(
  'a formula follows a change of a source in another item of the product',
  { verifies: ['PROP-14'], needs },
  async (context) => {
    const { given } = context
    const item = await sharedItem(context, 'formulas')
    const source = await given.property('numeric', { item: await secondItem(context, item) })
    const expression = `@{${source.id}} * 2`
    const { id } = await formulaIn(given, item, expression)
    await readFormula(context, id)
    const measures = await changeSource(context, source, { value: 31.25 })
    const result = await resultOf(context, { id, expression, measures })
    context.verify('PROP-14', result.answer).that(result.showsResult)
  },
)

scenario('an existing formula shows the result of its expression', { verifies: ['PROP-14'] }, async (context) => {
  const { id } = await exampleProperty('formula', context)
  const { json } = await readFormula(context, id)
  context.session.dialect.noteProperty(json)
  const expression = expressionIn(json)
  assume(expression !== undefined, blocked('PROP-15', 'the formula showed no expression that refers to a property'))
  const result = await resultOf(context, { id, expression })
  context.verify('PROP-14', result.answer).that(result.showsResult)
})

function expressionIn(record: unknown): string | undefined {
  return isRecord(record) ? Object.values(record).find((value) => isExpression(value)) : undefined
}

function isExpression(value: unknown): value is string {
  return typeof value === 'string' && /@\{[0-9a-f-]{32,36}\}/i.test(value)
}
