import {
  UntestedError,
  entryOf,
  expectedResult,
  fieldOf,
  isRecord,
  judgeResult,
  resultReadings,
  sameNumber,
  sourcesOf,
} from '#suite'
import type { CheckContext, Exchange, Given, MadeItem, MadeProperty, Measure, Claim } from '#suite'
import { expressionField, measureFields, valueField } from '../shared/value-field.ts'

export type Sources = Pick<CheckContext<'PROP-14'>, 'api' | 'given' | 'verify'>

export interface Formula {
  readonly id: string
  readonly expression: string
  /** What its sources show, if nobody changes them. */
  readonly measures?: ReadonlyMap<string, Measure>
}

/** A number to compute with. */
export async function numericProperty(given: Given, item: MadeItem, value: number): Promise<MadeProperty> {
  const field = valueField('numeric', await given.propertyBody('numeric', item))
  return given.property('numeric', { item, fields: { [field]: value } })
}

/** A formula, if the target accepts it. lawful: it need not refer to whatever property there is. */
export async function formulaIn(given: Given, item: MadeItem, expression: string): Promise<MadeProperty> {
  const field = expressionField(await given.propertyBody('formula', item))
  return given.property('formula', { item, fields: { [field]: expression } }).catch((error: unknown) => {
    if (error instanceof UntestedError)
      return given.untestable({ reason: 'capability-absent', cause: 'the target rejected the formula' })
    throw error
  })
}

/** Updates a source and returns what it shows then; untestable if the target does not keep the value or the unit. */
export async function changeSource(
  { api, given }: Pick<Sources, 'api' | 'given'>,
  { id, body }: MadeProperty,
  { name, value, unit }: Partial<Measure & { readonly name: string }>,
): Promise<ReadonlyMap<string, Measure>> {
  const json = {
    ...(name !== undefined && { name }),
    ...(value !== undefined && { [valueField('numeric', body)]: value }),
    ...(unit !== undefined && measureFields('unit', unit, body)),
  }
  await api.send('updateProperty', { path: { property_id: id }, json })
  const measure = measureIn((await readFormula({ given }, id)).json)
  if (
    measure === undefined ||
    !sameNumber(measure.value, value ?? measure.value) ||
    measure.unit !== (unit ?? measure.unit)
  )
    return given.untestable({ reason: 'capability-absent', cause: 'the target did not keep a value of an update' })
  return new Map([[id.toLowerCase(), measure]])
}

export async function readFormula({ given }: Pick<Sources, 'given'>, id: string): Promise<Exchange> {
  return given.requireSuccess(await given.read('property', id), 'PROP-27')
}

/** The number that a result shows, in the way in which it is most likely meant; nothing if it shows none. */
export function numberIn({ json }: Pick<Exchange, 'json'>): number | undefined {
  return resultReadings(fieldOf({ json }, 'value'))[0]?.value
}

/** Reads a formula until it shows a number, or is late beyond reason. lawful: a result may be computed after the answer. */
export function readUntilShows(sources: Pick<Sources, 'given'>, id: string, number: number): Promise<Exchange> {
  return sources.given.eventually(
    () => readFormula(sources, id),
    (answer) => numberIn(answer) === number,
  )
}

/** Gives the check up if a formula does not show the number that it is about: a result in another unit is no matter of it. */
export function requireNumber({ given }: Pick<Sources, 'given'>, answer: Exchange, number: number): Exchange {
  if (numberIn(answer) === number) return answer
  return given.untestable({
    reason: 'capability-absent',
    cause: 'the target showed the result of a formula in a form that the suite cannot read',
  })
}

const inWords: Readonly<Record<Awaited<ReturnType<typeof judgeResult>>, string>> = {
  same: 'that result',
  different: 'another result',
  'without its unit': 'a result without its unit',
  unknown: 'no result',
}

/** The last answer about a formula, and the claim that its value is what the suite computes. */
export interface ShownResult {
  readonly answer: Exchange
  readonly showsResult: Claim
}

/**
 * Reads a formula until its result is right, or late beyond reason. Where the deployment has computed it before, showing no result now
 * is a wrong one.
 */
export async function resultOf(
  { given }: Pick<Sources, 'given'>,
  formula: Formula,
  { wasComputed = false }: { readonly wasComputed?: boolean } = {},
): Promise<ShownResult> {
  const { answer, verdict, measures } = await given.eventually(
    () => judged({ given }, formula),
    (seen) => seen.verdict === 'same',
  )
  if (verdict === 'unknown' && !(wasComputed && numberIn(answer) === undefined))
    given.untestable({
      reason: 'capability-absent',
      cause: 'the target showed the result or its unit in a form that the suite cannot read',
    })
  const due =
    verdict === 'same' ? undefined : await expectedResult(formula.expression, measures, fieldOf(answer, 'value'))
  return {
    answer,
    showsResult: {
      claim: 'the value is the result of the expression',
      holds: verdict === 'same',
      expected: `the result of ${shownExpression(formula, measures)} with its unit`,
      received: `${inWords[verdict]}: ${JSON.stringify(fieldOf(answer, 'value'))}`,
      ...(due && { criterion: { kind: 'number', ...due } }),
    },
  }
}

async function judged(sources: Pick<Sources, 'given'>, { id, expression, measures: known }: Formula) {
  const measures = known ?? (await measuresOf(sources, sourcesOf(expression)))
  const answer = await readFormula(sources, id)
  return { answer, measures, verdict: await judgeResult(expression, measures, fieldOf(answer, 'value')) }
}

/** What sources show, by their ids. */
export async function measuresOf(
  sources: Pick<Sources, 'given'>,
  ids: readonly string[],
): Promise<ReadonlyMap<string, Measure>> {
  const measures = new Map<string, Measure>()
  for (const source of ids) {
    const measure = measureIn((await readFormula(sources, source)).json)
    if (!measure)
      return sources.given.untestable({
        reason: 'capability-absent',
        cause: 'a source of the formula showed no plain number',
      })
    measures.set(source, measure)
  }
  return measures
}

/** The expression with what its sources show: a reader wants to compute it by hand. */
function shownExpression({ expression }: Formula, measures: ReadonlyMap<string, Measure>): string {
  return expression.replaceAll(/@\{([^{}]*)\}/g, (reference, id: string) => {
    const measure = measures.get(id.trim().toLowerCase())
    return measure ? `(${`${measure.value} ${measure.unit}`.trim()})` : reference
  })
}

/** What a plain numeric shows. */
function measureIn(record: unknown): Measure | undefined {
  if (!isRecord(record) || typeof record['value'] !== 'number') return undefined
  const unit = record['display_unit']
  return { value: record['value'], unit: typeof unit === 'string' ? unit : '' }
}

/** The list of an item, and what it shows of a formula. */
export async function listedFormula({ given }: Pick<Sources, 'given'>, item: MadeItem, id: string) {
  const list = given.requireSuccess(await given.listProperties(item.id, { query: { limit: 100 } }), 'PROP-19')
  return { list, entry: entryOf(list, id) }
}
