/** The values at one place of the bodies of an answer; for a list, at that place in all its entries. */
export interface Leaf {
  /** JSON types seen, sorted. */
  readonly types: readonly string[]
  /** How often the place was there. */
  readonly count: number
  /** Values in canonical form, sorted; omitted if there are too many, or if they belong to others. */
  readonly values?: readonly string[]
}

/** One exchange in a form that can be compared with another deployment: without ids, times and names of the run. */
export interface Step {
  readonly check: string
  readonly sequence: number
  /** The operation, or the method and `elsewhere`. */
  readonly endpoint: string
  /** The request without ids, names and bodies: steps with equal ones are compared. */
  readonly asked: string
  /** Path and query as they were sent. */
  readonly target: string
  readonly status: number
  /** About the run's own records, or a rejection: values can be compared. Otherwise the data belong to others. */
  readonly own: boolean
  readonly headers: Readonly<Record<string, string>>
  /** By the place in the body: `items[].id`. Empty if the body is not JSON. */
  readonly leaves: Readonly<Record<string, Leaf>>
}
