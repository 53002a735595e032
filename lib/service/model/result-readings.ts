import { isRecord } from '../../contract/is-record.ts'
import { asText } from '../../contract/show.ts'

/** One reading of a shown result: a number, its shown decimals, and the unit after it. */
export interface ResultReading {
  readonly value: number
  readonly decimals: number
  /** As it is written; empty if there is none. */
  readonly unit: string
}

const shape = /^[^\p{L}\d@+\-−.,]*([-+−]?[\d.,'’\s\u00a0\u202f]*\d[.,]?(?:e[-+]?\d+)?)\s*(.*?)\s*$/isu
/** 1.5×10^3 and 1.5·10³ for 1.5e3. */
const powerOfTen = /(?<=\d[.,]?)\s*[×x·⋅*]\s*10(?:\^\(?([-+−]?\d+)\)?|([⁺⁻]?[⁰¹²³⁴-⁹]+))/iu
const raised = '⁰¹²³⁴⁵⁶⁷⁸⁹'
const spaces = /[\s\u00a0\u202f'’]/g

/**
 * The possible readings of a result: a number, a text or an object of both, with a decimal point or comma, grouped digits, a
 * power of ten, and a unit after it. None if there is no number.
 */
export function resultReadings(shown: unknown): readonly ResultReading[] {
  if (typeof shown === 'number') return numbersIn(String(shown)).map((number) => ({ ...number, unit: '' }))
  if (typeof shown === 'string') return readText(shown)
  return isRecord(shown) ? readObject(Object.values(shown)) : []
}

function readText(text: string): readonly ResultReading[] {
  const [, number = '', unit = ''] = shape.exec(withExponent(text)) ?? []
  return numbersIn(number).map((one) => ({ ...one, unit }))
}

function withExponent(text: string): string {
  return text.replace(powerOfTen, (_, plain = '', high = '') => {
    const digits = Array.from(`${high}`).map((one) =>
      raised.includes(one) ? raised.indexOf(one) : one === '⁻' ? '-' : '',
    )
    return `e${`${plain}`.replace('−', '-')}${digits.join('')}`
  })
}

/** Each of its texts may be the whole result, or the number in one field and the unit in another. */
function readObject(fields: readonly unknown[]): readonly ResultReading[] {
  const whole = fields.flatMap((field) => (isRecord(field) ? [] : resultReadings(field)))
  const units = fields.filter((field) => typeof field === 'string' && numbersIn(field).length === 0)
  const apart = whole
    .filter(({ unit }) => unit === '')
    .flatMap((one) => units.map((unit) => ({ ...one, unit: asText(unit) })))
  return apart.length > 0 ? [...apart, ...whole.filter(({ unit }) => unit !== '')] : whole
}

type PlainNumber = Omit<ResultReading, 'unit'>

/** The possible numbers of a text: `1,234` has decimals or a group of digits. */
function numbersIn(text: string): readonly PlainNumber[] {
  const plain = text.replace('−', '-').replaceAll(spaces, '').toLowerCase()
  const found = ['.', ','].flatMap((point) => numberWith(point, plain))
  return found.filter(
    ({ value, decimals }, index) =>
      found.findIndex((other) => other.value === value && other.decimals === decimals) === index,
  )
}

function numberWith(point: string, text: string): readonly PlainNumber[] {
  const [, sign = '', whole = '', fraction = '', exponent = '0'] =
    new RegExp(`^([-+]?)([\\d${point === '.' ? ',' : '.'}]*)(?:[${point}](\\d*))?(?:e([-+]?\\d+))?$`).exec(text) ?? []
  const grouped = /^\d{1,3}(?:[.,]\d{3})+$/.test(whole)
  if (!grouped && !/^\d*$/.test(whole)) return []
  const digits = `${whole.replaceAll(/[.,]/g, '')}.${fraction}`
  if (digits === '.') return []
  return [{ value: Number(`${sign}${digits}e${exponent}`), decimals: fraction.length - Number(exponent) }]
}
