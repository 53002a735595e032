import type { CheckContext, EndpointId, Exchange } from '#suite'

/** A valid request that is ready to be sent, and what tells afterwards whether it was carried out. */
export interface ReadyRequest {
  readonly send: () => Promise<Exchange>
  /** Left out for reads. */
  readonly isDone?: () => Promise<boolean>
}

export type Sources = Pick<CheckContext, 'api' | 'given' | 'session'>
export type Part = (sources: Sources) => Promise<ReadonlyArray<readonly [EndpointId, ReadyRequest]>>
