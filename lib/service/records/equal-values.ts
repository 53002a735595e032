import { instantOf } from '../../contract/instant.ts'
import { isMatrixText } from '../../contract/formats/matrix-text.ts'
import { asText } from '../../contract/show.ts'

/** Stores keep times in whole seconds, in parts of them, or in steps of 3.3 ms. */
const precisions = [1000, 100, 10] as const
const finest = 4

/** Whether two times may be one moment, kept once to the millisecond and once less precisely, cut or rounded. */
export function sameTime(one: unknown, other: unknown): boolean {
  const [first, second] = [instantOf(one), instantOf(other)]
  if (!first || !second) return one === other
  const [left, right] = [first.milliseconds, second.milliseconds]
  return Math.abs(left - right) < Math.max(precisionOf(left), precisionOf(right))
}

/** Whether a time is after another one; not if one of them is no time. */
export function isLater(one: unknown, other: unknown): boolean {
  const [first, second] = [one, other].map((time) => instantOf(time)?.milliseconds)
  return Number(first) > Number(second)
}

/** How many milliseconds after a time another one can be told from it: as many as `sameTime` skips, and one of a timer. */
export function msUntilAnother(time: unknown): number {
  return precisionOf(instantOf(time)?.milliseconds ?? 0) + 1
}

function precisionOf(milliseconds: number): number {
  return precisions.find((step) => milliseconds % step === 0) ?? finest
}

const relative = 1e-9

/** Whether two numbers are the same within what a conversion of units there and back, or a store of ten decimal places, takes away. */
export function sameNumber(one: number, other: number): boolean {
  return Math.abs(one - other) <= Math.max(relative, relative * Math.max(Math.abs(one), Math.abs(other)))
}

/**
 * A text in the form in which lawful copies of it are equal: composed (NFC), without spaces at its ends, and with every end
 * of a line as a line feed. Other values as they are.
 */
export function normalizedText(value: unknown): unknown {
  return typeof value === 'string' ? value.normalize('NFC').replaceAll(/\r\n?/g, '\n').trim() : value
}

const tokens = /[[\]]|[^\s,;[\]]+/g

/** The value of a property in the form in which lawful copies of it are equal: a matrix by its brackets and numbers, any other text evened. */
export function normalizedValue(value: unknown): unknown {
  if (!isMatrixText(value)) return normalizedText(value)
  return [...asText(value).matchAll(tokens)].map(([token]) => (/[[\]]/.test(token) ? token : Number(token)))
}

/** Whether two media types are the same but for letter case and parameters such as a charset. */
export function sameMediaType(one: string, other: string): boolean {
  return essence(one) === essence(other)
}

/** A media type without its parameters, in lower case. */
export function essence(type: string): string {
  return (type.split(';')[0] ?? '').trim().toLowerCase()
}
