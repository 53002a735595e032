import { setTimeout as wait } from 'node:timers/promises'
import {
  UntestedError,
  isRecord,
  scenario,
  type CheckContext,
  type Exchange,
  type MadeItem,
  type MadeProperty,
} from '#suite'
import { formulaOver, numberIn, patience } from './formula-over.ts'
import { expressionField, valueField } from './value-field.ts'

type Sources = Pick<CheckContext<'PROP-14'>, 'api' | 'given'>

const causedBy = ['PROP-10', 'PROP-31'] as const

/** A formula where the target takes it: the contract does not show that it refers to whatever property there is. */
async function formulaIn({ given }: Sources, item: MadeItem, expression: string): Promise<MadeProperty> {
  const field = expressionField(await given.propertyBody('formula', item))
  return given.property('formula', { item, fields: { [field]: expression } }).catch((error: unknown) => {
    if (error instanceof UntestedError)
      return given.untestable({ reason: 'capability-absent', cause: 'a formula that refers to such a property' })
    throw error
  })
}

async function read({ api, given }: Sources, id: string): Promise<Exchange> {
  return given.requireSuccess(await api.send('getProperty', { path: { property_id: id } }), 'PROP-27')
}

/** The last of several reads: the first that shows what is waited for, or the one after which time is up. */
async function readUntil(sources: Sources, id: string, isDue: (answer: Exchange) => boolean): Promise<Exchange> {
  const end = Date.now() + patience.milliseconds
  for (;;) {
    const answer = await read(sources, id)
    if (isDue(answer) || Date.now() > end) return answer
    await wait(patience.pause)
  }
}

/** What stands behind the number of a result. */
function unitIn({ json }: Exchange): string {
  const value = isRecord(json) ? json['value'] : undefined
  return typeof value === 'string' ? value.trim().replace(/^[-+\d.,]+(?:e[-+]?\d+)?\s*/i, '') : ''
}

scenario(
  'a formula over a formula has a unit as the inner one has, and follows a source of the inner one',
  { verifies: ['PROP-14'], needs: ['write'], causedBy },
  async (context) => {
    const { api, given, verify } = context
    const item = await given.item()
    const { one, id: innerId } = await formulaOver(given, item, (first) => `${first} * 2`)
    const { id } = await formulaIn(context, item, `@{${innerId}} * 1`)
    const inner = await readUntil(context, innerId, (answer) => numberIn(answer) === 14)
    const outer = await readUntil(context, id, (answer) => numberIn(answer) === 14)
    // A result in another unit is no matter of this rule.
    if (numberIn(inner) !== 14 || numberIn(outer) !== 14)
      return given.untestable({
        reason: 'capability-absent',
        cause: 'the result of a formula cannot be understood here',
      })
    verify('PROP-14', outer).that({
      claim: 'a formula over a result with a unit has a unit',
      holds: unitIn(inner) === '' || unitIn(outer) !== '',
      expected: `14 with a unit, as ${JSON.stringify(unitIn(inner))}`,
      received: 'the number alone',
    })
    const json = { [valueField('numeric', one.body)]: 31.25 }
    await api.send('updateProperty', { path: { property_id: one.id }, json })
    const later = await readUntil(context, innerId, (answer) => numberIn(answer) === 62.5)
    if (numberIn(later) !== 62.5)
      return given.untestable({ reason: 'capability-absent', cause: 'the inner formula does not follow its source' })
    const followed = await readUntil(context, id, (answer) => numberIn(answer) === 62.5)
    verify('PROP-14', followed).equals({
      claim: 'a formula over a formula follows a source of the inner one',
      expected: 62.5,
      received: numberIn(followed),
    })
  },
)

/** Seven and a third of it, as exactly as a service may show it. */
const isInner = (answer: Exchange): boolean => Math.abs((numberIn(answer) ?? 0) - 28 / 3) < 0.1

scenario(
  'a formula over a formula goes on with all digits of its result',
  { verifies: ['PROP-14'], needs: ['write'], causedBy },
  async (context) => {
    const { given, verify } = context
    const item = await given.item()
    // Not put together without parentheses, either: the sum would not be tripled.
    const { id: innerId } = await formulaOver(given, item, (one) => `${one} + ${one} / 3`)
    const { id } = await formulaIn(context, item, `@{${innerId}} * 3`)
    const inner = await readUntil(context, innerId, isInner)
    // The result may be made of what the inner one shows, which may have been rounded.
    const rights = [28, 3 * (numberIn(inner) ?? 0)]
    const isRight = (answer: Exchange): boolean =>
      rights.some((right) => Math.abs(right - (numberIn(answer) ?? 0)) < 1e-5)
    const outer = await readUntil(context, id, isRight)
    if (!isInner(inner) || numberIn(outer) === undefined)
      return given.untestable({
        reason: 'capability-absent',
        cause: 'the result of a formula cannot be understood here',
      })
    verify('PROP-14', outer).that({
      claim: 'a formula over a formula goes on with the whole result',
      holds: isRight(outer),
      expected: rights.join(' or '),
      received: `${numberIn(outer)}`,
      hint: 'results may be rounded on the way, or expressions put together without parentheses',
    })
  },
)

scenario(
  'a formula over a property of another item gives the result of its expression',
  { verifies: ['PROP-14'], needs: ['write'], causedBy },
  async (context) => {
    const { given, verify } = context
    const product = await given.product()
    const [here, there] = [await given.item({ product }), await given.item({ product })]
    const field = valueField('numeric', await given.propertyBody('numeric', there))
    const source = await given.property('numeric', { item: there, fields: { [field]: 7 } })
    const near = await given.property('numeric', { item: here, fields: { [field]: 7 } })
    const control = await formulaIn(context, here, `@{${near.id}} * 2`)
    const due = numberIn(await readUntil(context, control.id, (answer) => numberIn(answer) === 14))
    if (due !== 14)
      return given.untestable({
        reason: 'capability-absent',
        cause: 'the result of a formula cannot be understood here',
      })
    const { id } = await formulaIn(context, here, `@{${source.id}} * 2`)
    const answer = await readUntil(context, id, (shown) => numberIn(shown) === due)
    // A service that reaches no further than the item may show that there is no result.
    if (numberIn(answer) === undefined)
      return given.untestable({ reason: 'capability-absent', cause: 'a result over a property of another item' })
    verify('PROP-14', answer).equals({
      claim: 'the value is the result over the property of the other item',
      expected: due,
      received: numberIn(answer),
    })
  },
)
