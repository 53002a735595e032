import { assume, each, fieldOf, inTurn, scenario, shownId } from '#suite'
import type { Exchange, MadeItem, MadeProperty, Sources } from '#suite'
import {
  changeSource,
  formulaIn,
  listedFormula,
  numberIn,
  numericProperty,
  readFormula,
  readUntilShows,
  requireNumber,
} from './formula-results.ts'
import { ifPossible } from '../shared/obstacle.ts'
import { secondItem, sharedItem } from '../shared/shared-place.ts'

const needs = ['write'] as const
const notUnderstood = 'the suite could not read the result of a formula'

/** What stands behind the number of a result. */
function unitIn(answer: Exchange): string {
  const value = fieldOf(answer, 'value')
  return typeof value === 'string' ? value.trim().replace(/^[-+\d.,\s]+(?:e[-+]?\d+)?\s*/i, '') : ''
}

/** A formula, and formulas of that formula, once and twice its result. */
interface Nested {
  readonly item: MadeItem
  readonly source: MadeProperty
  readonly inner: Exchange
  /** lawful: a formula of a formula is rejected */
  readonly outers: ReadonlyArray<{ readonly factor: number; readonly answer: Exchange } | undefined>
}

/** POST /properties of the number seven, of a formula of twice that, and of once and twice this formula; GET of each. */
function nestedFormulas(context: Sources): Promise<Nested> {
  return context.session.shared('formulas of a formula', async () => {
    const { given } = context
    const item = await sharedItem(context, 'formulas')
    const source = await numericProperty(given, item, 7)
    const { id: innerId } = await formulaIn(given, item, `@{${source.id}} * 2`)
    const inner = requireNumber(context, await readUntilShows(context, innerId, 14), 14)
    const outer = async (factor: number) => {
      const { id } = await formulaIn(given, item, `@{${innerId}} * ${factor}`)
      return { factor, answer: await readUntilShows(context, id, 14 * factor) }
    }
    return { item, source, inner, outers: await inTurn([1, 2], (factor) => ifPossible(outer(factor))) }
  })
}

/** The same after PATCH of the source to 31, and GET of the inner formula since. */
function afterChange(context: Sources): Promise<Nested & { readonly changed: Exchange }> {
  return context.session.shared('formulas of a formula whose source has changed', async () => {
    const nested = await nestedFormulas(context)
    const innerId = shownId(nested.inner.json)
    // A cached list shows only if somebody has listed before.
    await listedFormula(context, nested.item, innerId)
    await changeSource(context, nested.source, { value: 31 })
    return { ...nested, changed: requireNumber(context, await readUntilShows(context, innerId, 62), 62) }
  })
}

scenario(
  'a formula that uses another formula has the right result and unit',
  { verifies: ['PROP-14'], needs },
  async (context) => {
    const { verify } = context
    const { inner, outers } = await nestedFormulas(context)
    await each(outers, async (outer) => {
      assume(outer !== undefined && numberIn(outer.answer) !== undefined, notUnderstood)
      const expected = 14 * outer.factor
      verify('PROP-14', outer.answer).equals({
        of: 'the result of a formula that refers to a formula',
        expected,
        received: numberIn(outer.answer),
      })
      verify('PROP-14', outer.answer).that({
        claim: 'a formula that refers to a result with a unit has a unit',
        holds: unitIn(inner) === '' || unitIn(outer.answer) !== '',
        expected: `a number with a unit, as ${JSON.stringify(unitIn(inner))}`,
        received: 'the number alone',
        criterion: { kind: 'number', expected, hasUnit: true },
      })
    })
  },
)

scenario(
  "a formula that uses another formula follows a change of that formula's source",
  { verifies: ['PROP-14'], needs },
  async (context) => {
    // Another check judges that the inner one follows.
    const [before] = (await afterChange(context)).outers
    assume(before !== undefined && numberIn(before.answer) === 14, notUnderstood)
    const outer = await readUntilShows(context, shownId(before.answer.json), 62)
    context.verify('PROP-14', outer).equals({
      of: 'the result of a formula that refers to a formula whose source has changed',
      expected: 62,
      received: numberIn(outer),
      hint: 'recomputation: only formulas that use the source directly seem to be recomputed',
    })
  },
)

scenario(
  'the list shows the same formula result as GET by id, also after the source has changed',
  { verifies: ['PROP-14'], needs },
  async (context) => {
    const { given, verify } = context
    const { item, changed } = await afterChange(context)
    const value = fieldOf(changed, 'value')
    const { list, entry } = await given.eventually(
      () => listedFormula(context, item, shownId(changed.json)),
      (listed) => JSON.stringify(listed.entry?.['value']) === JSON.stringify(value),
    )
    verify('PROP-14', list).shows(
      { value },
      { in: entry, where: entry !== undefined, hint: 'stale cache: the list seems to show a stored result' },
    )
  },
)

/** Seven and a third of it, as exactly as a service may show it. */
const isInner = (answer: Exchange): boolean => Math.abs((numberIn(answer) ?? 0) - 28 / 3) < 0.1

scenario(
  'a formula that uses another formula computes with all digits of its result',
  { verifies: ['PROP-14'], needs },
  async (context) => {
    const { given, verify } = context
    const item = await sharedItem(context, 'formulas')
    // Not put together without parentheses, either: the sum would not be tripled.
    const source = await numericProperty(given, item, 7)
    const { id: innerId } = await formulaIn(given, item, `@{${source.id}} + @{${source.id}} / 3`)
    const { id } = await formulaIn(given, item, `@{${innerId}} * 3`)
    const inner = await given.eventually(() => readFormula(context, innerId), isInner)
    // lawful: the result is made of what the inner one shows, which may have been rounded
    const rights = [28, 3 * (numberIn(inner) ?? 0)]
    const isRight = (answer: Exchange): boolean =>
      rights.some((right) => Math.abs(right - (numberIn(answer) ?? 0)) < 1e-5)
    const outer = await given.eventually(() => readFormula(context, id), isRight)
    assume(isInner(inner) && numberIn(outer) !== undefined, notUnderstood)
    verify('PROP-14', outer).that({
      claim: 'a formula that refers to another formula computes with its unrounded result',
      fingerprint: 'a formula of a formula computes with the unrounded result',
      holds: isRight(outer),
      expected: rights.join(' or '),
      received: `${numberIn(outer)}`,
      hint: 'computation: intermediate results seem to be rounded, or expressions joined without parentheses',
      criterion: { kind: 'number', expected: 28, hasUnit: false },
    })
  },
)

scenario(
  'a formula with a source in another item shows the result of its expression',
  { verifies: ['PROP-14'], needs },
  async (context) => {
    const { given, verify } = context
    const here = await sharedItem(context, 'formulas')
    const there = await secondItem(context, here)
    const sourceHere = await numericProperty(given, here, 7)
    const source = await numericProperty(given, there, 7)
    const control = await formulaIn(given, here, `@{${sourceHere.id}} * 2`)
    requireNumber(context, await readUntilShows(context, control.id, 14), 14)
    const { id } = await formulaIn(given, here, `@{${source.id}} * 2`)
    const answer = await readUntilShows(context, id, 14)
    // lawful: formulas reach no further than their own item, and show that there is no result
    assume(numberIn(answer) !== undefined, 'the target showed no result over a property of another item')
    verify('PROP-14', answer).equals({
      of: 'the result of a formula with a source in another item',
      expected: 14,
      received: numberIn(answer),
    })
  },
)
