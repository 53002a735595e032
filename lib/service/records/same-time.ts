import { instantOf } from '../../contract/instant.ts'

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

/** How many milliseconds after a time another one can be told from it: as many as `sameTime` passes over, and one of a timer. */
export function msUntilAnother(time: unknown): number {
  return precisionOf(instantOf(time)?.milliseconds ?? 0) + 1
}

function precisionOf(milliseconds: number): number {
  return precisions.find((step) => milliseconds % step === 0) ?? finest
}
