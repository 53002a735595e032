import type { Exchange } from '../client/exchange.ts'
import type { RequestDescription } from '../client/request-description.ts'

/** How a part of the dialect was learned: `record` from records that the target returned, `description` from its OpenAPI description. */
export type Source = 'declared' | 'description' | 'validation-error' | 'candidate' | 'record' | 'default'

/** One part of the dialect, and how it was learned. */
export interface Found<Value> {
  readonly value: Value
  readonly source: Source
  /** What the target's description says about it, if the target behaves differently. */
  readonly contradicts?: string
  /** Fields of an accepted body that the answer does not show: the target may know them by another name. */
  readonly dropped?: readonly string[]
}

export type Send = (request: Omit<RequestDescription, 'check'>) => Promise<Exchange>

/** An open point of the contract could not be learned; the message contains the remedy, if there is one, and the target's last answer. */
export class Undiscovered extends Error {
  override readonly name = 'Undiscovered'
  readonly hasRemedy: boolean

  constructor(cause: string, remedy?: string) {
    super(remedy === undefined ? cause : `${remedy}: ${cause}`)
    this.hasRemedy = remedy !== undefined
  }
}
