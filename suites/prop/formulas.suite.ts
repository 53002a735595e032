import { setTimeout as wait } from 'node:timers/promises'
import {
  UntestedError,
  isRecord,
  judgeResult,
  scenario,
  sourcesOf,
  type CheckContext,
  type Exchange,
  type Given,
  type MadeItem,
  type MadeProperty,
  type Measure,
  type ResultVerdict,
} from '#suite'
import { formulaOver, numberIn, patience, type Formula } from './formula-over.ts'
import { specimenOf } from './specimens.ts'
import { expressionField, valueField } from './value-field.ts'

type Sources = Pick<CheckContext<'PROP-14'>, 'api' | 'given' | 'verify'>

async function measureOf({ api, given }: Sources, id: string): Promise<Measure | undefined> {
  const { json } = given.requireSuccess(await api.send('getProperty', { path: { property_id: id } }), 'PROP-27')
  if (!isRecord(json) || typeof json['value'] !== 'number') return undefined
  const unit = json['display_unit']
  return { value: json['value'], unit: typeof unit === 'string' ? unit : '' }
}

/** Holds the shown result of a formula against our own, until it is right or time is up. */
async function holdResult(sources: Sources, { id, expression }: Formula, claim: string): Promise<void> {
  const { api, given, verify } = sources
  const end = Date.now() + patience.milliseconds
  let answer: Exchange
  let verdict: ResultVerdict
  for (;;) {
    const measures = new Map<string, Measure>()
    for (const source of sourcesOf(expression)) {
      const measure = await measureOf(sources, source)
      if (!measure)
        return given.untestable({
          reason: 'capability-absent',
          cause: 'a source of the formula shows no plain number',
        })
      measures.set(source, measure)
    }
    answer = given.requireSuccess(await api.send('getProperty', { path: { property_id: id } }), 'PROP-27')
    verdict = await judgeResult(expression, measures, isRecord(answer.json) ? answer.json['value'] : undefined)
    if (verdict === 'same' || verdict === 'unknown' || Date.now() > end) break
    await wait(patience.pause)
  }
  if (verdict === 'unknown')
    return given.untestable({
      reason: 'capability-absent',
      cause: 'the result or a unit of it cannot be understood here',
    })
  verify('PROP-14', answer).that({
    claim,
    holds: verdict === 'same',
    expected: `the result of ${expression.replaceAll(/@\{[^{}]*\}/g, '@{…}')} with its unit`,
    received: `${verdict}: ${JSON.stringify(isRecord(answer.json) ? answer.json['value'] : undefined)}`,
  })
}

const expressions: ReadonlyArray<readonly [string, (one: string, two: string) => string]> = [
  ['twice a number', (one) => `${one} * 2`],
  ['a sum and a difference', (one, two) => `(${one} + ${two}) * 3 - ${one}`],
  ['a product of two numbers', (one, two) => `${one} * ${two}`],
  ['differences from left to right', (one, two) => `${one} - ${two} - ${two}`],
  ['a half', (one) => `${one} / 2`],
  ['a ratio of two numbers', (one, two) => `${one} / (${two} * 4)`],
]

for (const [what, expressionOf] of expressions)
  scenario(
    `a formula gives the result of ${what}, with its unit`,
    { verifies: ['PROP-14'], needs: ['write'], causedBy: ['PROP-10', 'PROP-31'] },
    async (context) => {
      const formula = await formulaOver(context.given, await context.given.item(), expressionOf)
      await holdResult(context, formula, 'the value is the result of the expression')
    },
  )

scenario(
  'a formula over a formula gives the result of both',
  { verifies: ['PROP-14'], needs: ['write'], causedBy: ['PROP-10', 'PROP-31'] },
  async ({ api, given, verify }) => {
    const item = await given.item()
    const inner = await formulaOver(given, item, (one) => `${one} * 2`)
    const field = expressionField(await given.propertyBody('formula', item))
    const resultOf = async (factor: number): Promise<Exchange> => {
      const outer = await given
        .property('formula', { item, fields: { [field]: `@{${inner.id}} * ${factor}` } })
        .catch((error: unknown) => {
          if (error instanceof UntestedError)
            return given.untestable({ reason: 'capability-absent', cause: 'a formula that refers to a formula' })
          throw error
        })
      return given.requireSuccess(await api.send('getProperty', { path: { property_id: outer.id } }), 'PROP-27')
    }
    const end = Date.now() + patience.milliseconds
    for (;;) {
      const source = given.requireSuccess(await api.send('getProperty', { path: { property_id: inner.id } }), 'PROP-27')
      const [once, twice] = [await resultOf(1), await resultOf(2)]
      const due = numberIn(source)
      const isRight = due === 28 / 2 && numberIn(once) === due && numberIn(twice) === due * 2
      if (!isRight && Date.now() < end) {
        await wait(patience.pause)
        continue
      }
      // A result in another unit is no matter of this rule.
      if (due === undefined || due !== 14 || numberIn(once) === undefined)
        return given.untestable({
          reason: 'capability-absent',
          cause: 'the result of a formula cannot be understood here',
        })
      verify('PROP-14', twice).that({
        claim: 'the value of a formula over a formula is the result of both',
        holds: isRight,
        expected: `${due} and ${due * 2}`,
        received: `${numberIn(once)} and ${numberIn(twice)}`,
      })
      return
    }
  },
)

scenario(
  'a formula follows a source that changes',
  { verifies: ['PROP-14'], needs: ['write'], causedBy: ['PROP-10', 'PROP-31'] },
  async (context) => {
    const { api, given } = context
    const { one, ...formula } = await formulaOver(given, await given.item(), (first) => `${first} * 2`)
    await holdResult(context, formula, 'the value is the result of the expression')
    // Zero and less are where a careless service takes a number for none.
    for (const value of [31.25, 0, -4]) {
      const json = { [valueField('numeric', one.body)]: value }
      await api.send('updateProperty', { path: { property_id: one.id }, json })
      if ((await measureOf(context, one.id))?.value !== value)
        return given.untestable({ reason: 'capability-absent', cause: 'the target takes no value on update' })
      await holdResult(context, formula, 'the value follows its source')
    }
    await api.send('updateProperty', { path: { property_id: one.id }, json: { display_unit: 'cm' } })
    if ((await measureOf(context, one.id))?.unit === 'cm')
      await holdResult(context, formula, 'the result follows the unit of its source')
  },
)

scenario(
  'the list of an item shows the result that a formula by id has, also after its source has changed',
  { verifies: ['PROP-14'], needs: ['write'], causedBy: ['PROP-10', 'PROP-26', 'PROP-31'] },
  async ({ api, given, verify }) => {
    const item = await given.item()
    const { id, one } = await formulaOver(given, item, (first) => `${first} * 2`)
    const path = { property_id: id }
    const byId = async () => resultOf(given.requireSuccess(await api.send('getProperty', { path }), 'PROP-27').json)
    const list = async () =>
      given.requireSuccess(await given.listProperties(item.id, { query: { limit: 100 } }), 'PROP-19')
    const isIt = (entry: Readonly<Record<string, unknown>>) => String(entry['id']).toLowerCase() === id.toLowerCase()
    await list()
    const before = await byId()
    const json = { [valueField('numeric', one.body)]: 31.25 }
    await api.send('updateProperty', { path: { property_id: one.id }, json })
    const end = Date.now() + patience.milliseconds
    for (;;) {
      const after = await byId()
      const listed = await list()
      const shown = resultOf(given.entriesOf(listed).find((entry) => isIt(entry)))
      // That the result by id follows is looked at elsewhere, and a list may be behind for a moment.
      const isSame = JSON.stringify(shown) === JSON.stringify(after)
      if ((!isSame || after === before) && Date.now() < end) {
        await wait(patience.pause)
        continue
      }
      if (after === before || after === undefined)
        return given.untestable({ reason: 'capability-absent', cause: 'a formula whose result follows its source' })
      verify('PROP-14', listed).equals({
        claim: 'the list shows the result that the formula has by id',
        expected: after,
        received: shown,
        hint: 'results may be kept for lists',
      })
      return
    }
  },
)

scenario(
  'a formula follows a source in another item of the product',
  { verifies: ['PROP-14'], needs: ['write'], causedBy: ['PROP-10', 'PROP-31'] },
  async (context) => {
    const { api, given } = context
    const source = await given.property('numeric')
    const item = await given.item({ product: source.item.product })
    const field = expressionField(await given.propertyBody('formula', item))
    const expression = `@{${source.id}} * 2`
    const { id } = await made(given, { item, fields: { [field]: expression } })
    const json = { [valueField('numeric', source.body)]: 31.25 }
    await api.send('getProperty', { path: { property_id: id } })
    await api.send('updateProperty', { path: { property_id: source.id }, json })
    if ((await measureOf(context, source.id))?.value !== 31.25)
      return given.untestable({ reason: 'capability-absent', cause: 'the target takes no value on update' })
    await holdResult(context, { id, expression }, 'the value follows its source in another item')
  },
)

scenario(
  'a formula over a formula follows the source of that one',
  { verifies: ['PROP-14'], needs: ['write'], causedBy: ['PROP-10', 'PROP-31'] },
  async ({ api, given, verify }) => {
    const item = await given.item()
    const { id, one } = await formulaOver(given, item, (first) => `${first} * 2`)
    const field = expressionField(await given.propertyBody('formula', item))
    const outer = await made(given, { item, fields: { [field]: `@{${id}} * 1` } })
    const read = async (property_id: string) =>
      given.requireSuccess(await api.send('getProperty', { path: { property_id } }), 'PROP-27')
    const before = numberIn(await read(id))
    if (before === undefined || numberIn(await read(outer.id)) !== before)
      return given.untestable({
        reason: 'capability-absent',
        cause: 'a formula over a formula that can be understood here',
      })
    const json = { [valueField('numeric', one.body)]: 31.25 }
    await api.send('updateProperty', { path: { property_id: one.id }, json })
    const end = Date.now() + patience.milliseconds
    for (;;) {
      const inner = numberIn(await read(id))
      const shown = await read(outer.id)
      if ((inner === before || numberIn(shown) !== inner) && Date.now() < end) {
        await wait(patience.pause)
        continue
      }
      // That the inner one follows is looked at by itself.
      if (inner === before)
        return given.untestable({ reason: 'capability-absent', cause: 'a formula whose result follows its source' })
      verify('PROP-14', shown).equals({
        claim: 'the outer formula follows when the source of the inner one changes',
        expected: inner,
        received: numberIn(shown),
        hint: 'what depends on a change may be computed one step deep',
      })
      return
    }
  },
)

/** A formula, where the target takes this one. */
async function made(given: Given, wish: { readonly item: MadeItem; readonly fields: object }): Promise<MadeProperty> {
  return given.property('formula', { ...wish, fields: { ...wish.fields } }).catch((error: unknown) => {
    if (error instanceof UntestedError)
      return given.untestable({ reason: 'capability-absent', cause: 'a formula that refers to such a property' })
    throw error
  })
}

scenario('a formula that is there gives the result of its expression', { verifies: ['PROP-14'] }, async (context) => {
  const { api, given, session } = context
  const { id } = await specimenOf('formula', context)
  const { json } = given.requireSuccess(await api.send('getProperty', { path: { property_id: id } }), 'PROP-27')
  session.dialect.noteProperty(json)
  const expression = isRecord(json) ? Object.values(json).find((value) => isExpression(value)) : undefined
  if (!isExpression(expression))
    return given.untestable({ reason: 'blocked', blockedBy: ['PROP-15'], cause: 'the formula shows no expression' })
  await holdResult(context, { id, expression }, 'the value is the result of the expression')
})

function isExpression(value: unknown): value is string {
  return typeof value === 'string' && /@\{[0-9a-f-]{32,36}\}/i.test(value)
}

const resultOf = (record: unknown): unknown => (isRecord(record) ? record['value'] : undefined)
