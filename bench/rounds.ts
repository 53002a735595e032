/** Side by side so often, that a moment in which the machine is busy with something else counts little. */
export const rounds = 3

/** The middle one of some numbers, with the least and the most of them. */
export function spreadOf(numbers: readonly number[]): {
  readonly ratio: number
  readonly spread: readonly [least: number, most: number]
} {
  const sorted = numbers.toSorted((one, other) => one - other)
  const [least, middle, most] = [sorted[0], sorted[sorted.length >> 1], sorted.at(-1)]
  if (least === undefined || middle === undefined || most === undefined) throw new Error('nothing was measured')
  return { ratio: middle, spread: [least, most] }
}
