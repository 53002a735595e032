import type { Claim, EndpointId, Exchange, Sources } from '#suite'

/** An answer that tells whether a request was carried out, and how it does. */
export interface Trace extends Required<Pick<Claim, 'criterion'>> {
  readonly answer: Exchange
  readonly isDone: boolean
}

/** A valid request that is ready to be sent, and what tells afterwards whether it was carried out. */
export interface ReadyRequest {
  readonly send: () => Promise<Exchange>
  /** Left out for reads. */
  readonly trace?: () => Promise<Trace>
}

export type Part = (sources: Sources) => Promise<ReadonlyArray<readonly [EndpointId, ReadyRequest]>>
