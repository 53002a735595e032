import type { Exchange } from '../client/exchange.ts'
import type { RequestDescription } from '../client/request-description.ts'

/** How something was found out: `record` is out of what the target shows by itself. */
export type Source = 'declared' | 'validation-error' | 'candidate' | 'record' | 'default'

/** One thing of the dialect, and how it was found out. */
export interface Found<Value> {
  readonly value: Value
  readonly source: Source
}

/** Sends a request of the discovery. */
export type Send = (request: Omit<RequestDescription, 'check'>) => Promise<Exchange>
