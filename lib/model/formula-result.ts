import { isRecord } from '../contract/is-record.ts'

/** A number with the unit that it is shown in; no unit where it has no dimension. */
export interface Measure {
  readonly value: number
  readonly unit: string
}

/** How a shown result stands to the one computed here; `unknown` where one of the two cannot be understood. */
export type ResultVerdict = 'same' | 'different' | 'without its unit' | 'unknown'

type Mathematics = typeof import('mathjs')

const reference = /@\{([^{}]*)\}/g
const arithmetic = /^(?:\s|q\d+|\d+(?:\.\d+)?|[-+*/^()])*$/
const dimensionless = /^(?:|-|1|unitless|dimensionless|none)$/i
const tolerance = 1e-6

/** The ids that an expression refers to, lower case. */
export function sourcesOf(expression: string): readonly string[] {
  return [...new Set([...expression.matchAll(reference)].map(([, id]) => (id ?? '').trim().toLowerCase()))]
}

/** Computes an expression over its sources and holds a shown result against it, whatever unit and form it is shown in. */
export async function judgeResult(
  expression: string,
  sources: ReadonlyMap<string, Measure>,
  shown: unknown,
): Promise<ResultVerdict> {
  // Loaded here: half a second that most runs can do without.
  const mathematics = await import('mathjs')
  try {
    const expected = compute(mathematics, expression, sources)
    return expected === undefined ? 'unknown' : compare(mathematics, expected, shown)
  } catch {
    return 'unknown'
  }
}

function compute(mathematics: Mathematics, expression: string, sources: ReadonlyMap<string, Measure>): unknown {
  const names = sourcesOf(expression)
  const text = expression.replaceAll(reference, (_, id: string) => ` q${names.indexOf(id.trim().toLowerCase())} `)
  if (!arithmetic.test(text)) return undefined
  const scope = new Map<string, unknown>()
  for (const [index, id] of names.entries()) {
    const source = sources.get(id)
    if (!source) return undefined
    const unit = spelled(source.unit)
    scope.set(`q${index}`, unit === '' ? source.value : mathematics.unit(source.value, unit))
  }
  const result: unknown = mathematics.evaluate(text, scope)
  return result
}

function compare(mathematics: Mathematics, expected: unknown, shown: unknown): ResultVerdict {
  const read = readResult(shown)
  if (!read) return 'different'
  if (!mathematics.isUnit(expected)) {
    if (typeof expected !== 'number') return 'unknown'
    return isClose(read.value, expected) ? 'same' : 'different'
  }
  if (read.unit === '') return 'without its unit'
  try {
    const received = mathematics.unit(read.value, read.unit)
    if (!received.equalBase(expected)) return 'different'
    return isClose(received.toSI().toNumber(), expected.toSI().toNumber()) ? 'same' : 'different'
  } catch {
    // A unit that we cannot read: the number may still be the one in the unit of the sources.
    return isClose(read.value, expected.toNumber()) ? 'same' : 'unknown'
  }
}

/** The number and the unit of a result, as a number, as a text or as an object of both; nothing where there is no number. */
function readResult(shown: unknown): Measure | undefined {
  if (typeof shown === 'number') return { value: shown, unit: '' }
  if (isRecord(shown)) {
    const value = Object.values(shown).find((one) => typeof one === 'number')
    const unit = Object.values(shown).find((one) => typeof one === 'string')
    return typeof value === 'number' ? { value, unit: typeof unit === 'string' ? spelled(unit) : '' } : undefined
  }
  if (typeof shown !== 'string') return undefined
  const [, number, unit] = /^\s*([-+]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[-+]?\d+)?)\s*(.*?)\s*$/is.exec(shown) ?? []
  return number === undefined ? undefined : { value: Number(number), unit: spelled(unit ?? '') }
}

/** A unit as the library writes it; empty where there is no dimension. */
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

function isClose(one: number, other: number): boolean {
  return Math.abs(one - other) <= tolerance * Math.max(1e-12, Math.abs(one), Math.abs(other))
}
