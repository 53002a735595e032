/** What stood at one place of the bodies of an answer: of a list, at that place of all its entries. */
export interface Leaf {
  /** JSON types seen, sorted. */
  readonly types: readonly string[]
  /** How often the place was there. */
  readonly count: number
  /** Values in their canonical form, sorted; left out where there are too many, or where they are data of others. */
  readonly values?: readonly string[]
}

/** One exchange as another deployment can be held against it: no id, time or name of the run is in it. */
export interface Step {
  readonly check: string
  readonly sequence: number
  /** The operation, or the method and `elsewhere`. */
  readonly endpoint: string
  /** What was asked, without ids, names and bodies: steps with the same are held against each other. */
  readonly asked: string
  /** Path and query as they were sent. */
  readonly target: string
  readonly status: number
  /** About what the run has made itself, or a refusal: values can be compared. Else the data are those of others. */
  readonly own: boolean
  readonly headers: Readonly<Record<string, string>>
  /** By the place in the body: `items[].id`. Empty where the body is no JSON. */
  readonly leaves: Readonly<Record<string, Leaf>>
}
