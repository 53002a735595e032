import { fieldOf, isLater, sameTime, type Exchange } from '#suite'

/** Longer than a second: a change may be timed to the second if a creation is not, and then moves in another one only. */
export const anotherSecond = 1100

/** Reads of a record before and after something was sent. */
export interface Readings {
  readonly before: Exchange
  readonly after: Exchange
}

export function timeOf(read: Exchange): unknown {
  return fieldOf(read, 'updatedAt')
}

export function hasMoved({ before, after }: Readings): boolean {
  return isLater(timeOf(after), timeOf(before)) && !sameTime(timeOf(before), timeOf(after))
}
