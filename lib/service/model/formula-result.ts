import type { Unit } from 'mathjs'
import { resultReadings, type ResultReading } from './result-readings.ts'

/** A number with its shown unit; without one if it has no dimension. */
export interface Measure {
  readonly value: number
  readonly unit: string
}

/** The comparison of a shown result with the computed one; `unknown` if one of them cannot be understood. */
export type ResultVerdict = 'same' | 'different' | 'without its unit' | 'unknown'

type Mathematics = typeof import('mathjs')

const reference = /@\{([^{}]*)\}/g
const arithmetic = /^(?:\s|q\d+|\d+(?:\.\d+)?|[-+*/^()])*$/
// lawful: a minus before a power may bind either way
const minusBeforePower = /(?:^|[-+*/^(])\s*-[^-+*/()]*\^/
const dimensionless = /^(?:|-|1|unitless|dimensionless|none)$/i
const offsetUnit = /^(?:deg|°)?\s*[cf]$|celsius|fahrenheit/i
const parts: Readonly<Record<string, number>> = { '%': 0.01, '‰': 0.001, ppm: 1e-6 }
const tolerance = 1e-6

/** The ids that an expression refers to, lower case. */
export function sourcesOf(expression: string): readonly string[] {
  return [...new Set([...expression.matchAll(reference)].map(([, id]) => (id ?? '').trim().toLowerCase()))]
}

/** Computes an expression from its sources and compares a shown result with it, in any unit and form. */
export async function judgeResult(
  expression: string,
  sources: ReadonlyMap<string, Measure>,
  shown: unknown,
): Promise<ResultVerdict> {
  if (typeof shown === 'string' && shown.includes('@{')) return 'different'
  const readings = resultReadings(shown)
  // lawful: a formula that is not computed shows nothing, or a note
  if (readings.length === 0) return 'unknown'
  // Loaded here: it takes half a second, which most runs do not need.
  const mathematics = await import('mathjs')
  try {
    const hasOffset = [...sources.values()].some(({ unit }) => offsetUnit.test(unit.trim()))
    // A difference of temperatures is not a temperature: only the numbers are compared, and nothing is reported.
    const plain = new Map([...sources].map(([id, { value }]) => [id, { value, unit: '' }]))
    const expected = compute(mathematics, expression, hasOffset ? plain : sources)
    if (expected === undefined) return 'unknown'
    const verdicts = readings.map((reading) =>
      compare(mathematics, expected, hasOffset ? { ...reading, unit: '' } : reading),
    )
    return hasOffset && !verdicts.includes('same') ? 'unknown' : kindest(verdicts)
  } catch {
    return 'unknown'
  }
}

/** What a formula ought to show. */
interface ExpectedResult {
  /** In its shown unit, if that has the same dimension. */
  readonly expected: number
  readonly hasUnit: boolean
  /** The same in each likely unit, if it shows a unit of the dimension. */
  readonly measures?: readonly Measure[]
}

/** The expected number of a formula; undefined if we cannot compute it. */
export async function expectedResult(
  expression: string,
  sources: ReadonlyMap<string, Measure>,
  shown: unknown,
): Promise<ExpectedResult | undefined> {
  if ([...sources.values()].some(({ unit }) => offsetUnit.test(unit.trim()))) return undefined
  const mathematics = await import('mathjs')
  try {
    const due = compute(mathematics, expression, sources)
    if (due === undefined) return undefined
    const unit = spelled(resultReadings(shown)[0]?.unit ?? '')
    if (typeof due === 'number')
      return { expected: due / (unit === '' ? 1 : (ratioOf(mathematics, unit) ?? 1)), hasUnit: false }
    const isOfKind = (one: string): boolean => one !== '' && mathematics.unit(1, spelled(one)).equalBase(due)
    if (!isOfKind(unit)) return { expected: due.toNumber(), hasUnit: true }
    const units = [resultReadings(shown)[0]?.unit ?? '', ...[...sources.values()].map((source) => source.unit)]
    const measures = [...new Set(units)]
      .filter((one) => isOfKind(one))
      .map((one) => ({ value: due.toNumber(spelled(one)), unit: one }))
    return { expected: due.toNumber(unit), hasUnit: true, measures }
  } catch {
    return undefined
  }
}

function kindest(verdicts: readonly ResultVerdict[]): ResultVerdict {
  const order = ['same', 'unknown', 'without its unit', 'different'] as const
  return order.find((verdict) => verdicts.includes(verdict)) ?? 'unknown'
}

function compute(
  mathematics: Mathematics,
  expression: string,
  sources: ReadonlyMap<string, Measure>,
): number | Unit | undefined {
  const names = sourcesOf(expression)
  const text = expression.replaceAll(reference, (_, id: string) => ` q${names.indexOf(id.trim().toLowerCase())} `)
  if (!arithmetic.test(text) || minusBeforePower.test(text)) return undefined
  const scope = new Map<string, unknown>()
  for (const [index, id] of names.entries()) {
    const source = sources.get(id)
    if (!source) return undefined
    const unit = spelled(source.unit)
    scope.set(`q${index}`, unit === '' ? source.value : mathematics.unit(source.value, unit))
  }
  const result: unknown = mathematics.evaluate(text, scope)
  return typeof result === 'number' || mathematics.isUnit(result) ? result : undefined
}

function compare(mathematics: Mathematics, expected: number | Unit, reading: ResultReading): ResultVerdict {
  const unit = spelled(reading.unit)
  if (typeof expected === 'number') {
    const factor = unit === '' ? 1 : ratioOf(mathematics, unit)
    if (factor === undefined) return isClose(reading, expected) ? 'same' : 'unknown'
    return isClose(reading, expected / factor) ? 'same' : 'different'
  }
  if (unit === '') return 'without its unit'
  try {
    if (!mathematics.unit(1, unit).equalBase(expected)) return 'different'
    return isClose(reading, expected.toNumber(unit)) ? 'same' : 'different'
  } catch {
    // A unit that we cannot parse: the number may still be in the unit of the sources.
    return isClose(reading, expected.toNumber()) ? 'same' : 'unknown'
  }
}

/** The factor of an unreduced ratio, such as 0.001 for `mm/m`; undefined if the text is not one. */
function ratioOf(mathematics: Mathematics, unit: string): number | undefined {
  const part = parts[unit]
  if (part !== undefined) return part
  try {
    const one: unknown = mathematics.evaluate(`1 ${unit}`)
    return typeof one === 'number' ? one : undefined
  } catch {
    return undefined
  }
}

/** A unit as the library writes it; empty if there is no dimension. */
function spelled(unit: string): string {
  const text = unit
    .replaceAll(/^[[({]|[\])}]$/g, '')
    .replaceAll('²', '^2')
    .replaceAll('³', '^3')
    .replaceAll(/[·⋅×]/g, '*')
    .replaceAll(/[µμ]/g, 'u')
    .trim()
  return dimensionless.test(text) ? '' : text
}

/** Whether a shown number is the expected one. lawful: rounding to the shown digits */
function isClose({ value, decimals }: ResultReading, expected: number): boolean {
  const shown = decimals > 0 || Math.abs(expected) >= 1 ? 0.5 * 10 ** -decimals : 0
  const exact = tolerance * Math.max(1e-12, Math.abs(value), Math.abs(expected))
  return Math.abs(value - expected) <= Math.max(exact, shown * (1 + tolerance))
}
