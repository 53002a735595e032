import type { CheckContext, Exchange } from '#suite'

/** The creation of a record in a place that is not there. */
export interface MisplacedCreation<Rule extends 'ITEM-10' | 'PROP-36'> {
  /** The place, in plain words. */
  readonly what: string
  /** Its answer, and that to one like it if the place was there. */
  readonly sendMisplaced: (
    context: CheckContext<Rule>,
  ) => Promise<{ readonly control: Exchange; readonly answer: Exchange }>
  readonly hint?: string
}
