/** A ratio and what it is meant to stay below. */
export interface Measure {
  readonly name: string
  readonly ratio: number
  /** The least and the most of several rounds. */
  readonly spread?: readonly [least: number, most: number]
  readonly budget: number
  /** The numbers that the ratio is made of. */
  readonly details: string
}
