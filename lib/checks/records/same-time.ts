import { instantOf } from '../../contract/instant.ts'

/** Stores keep times in whole seconds, in parts of them, or in steps of 3.3 ms. */
const precisions = [1000, 100, 10] as const
const finest = 4

/** Whether two times may be one moment, kept once to the millisecond and once less precisely, cut or rounded. */
export function sameTime(one: unknown, other: unknown): boolean {
  const [first, second] = [instantOf(one), instantOf(other)]
  if (!first || !second) return one === other
  const [left, right] = [first.milliseconds, second.milliseconds]
  const precision = precisions.find((step) => left % step === 0 || right % step === 0) ?? finest
  return Math.abs(left - right) < precision
}
