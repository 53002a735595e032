import type { Exchange } from '../client/exchange.ts'
import type { RequestDescription } from '../client/request-description.ts'

/** How something was found out: `record` is out of what the target shows by itself, `description` out of its OpenAPI description. */
export type Source = 'declared' | 'description' | 'validation-error' | 'candidate' | 'record' | 'default'

/** One thing of the dialect, and how it was found out. */
export interface Found<Value> {
  readonly value: Value
  readonly source: Source
  /** What the target's description says of it, where the target behaves otherwise. */
  readonly contradicts?: string
  /** Fields of an accepted body that the answer does not show: the target may know them by another name. */
  readonly dropped?: readonly string[]
}

/** Sends a request of the discovery. */
export type Send = (request: Omit<RequestDescription, 'check'>) => Promise<Exchange>

/** Something that the contract leaves open could not be found out; the message holds the target's own last answer. */
export class Undiscovered extends Error {
  override readonly name = 'Undiscovered'
}
