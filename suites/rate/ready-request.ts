import type { Claim, EndpointId, Exchange, Sources } from '#suite'

/** A read that shows whether a request was executed, and how it does. */
export interface Effect extends Required<Pick<Claim, 'criterion'>> {
  readonly answer: Exchange
  readonly isExecuted: boolean
}

/** A valid request that is ready to be sent, and the read that shows afterwards whether it was executed. */
export interface ReadyRequest {
  readonly send: () => Promise<Exchange>
  /** Left out for reads. */
  readonly readEffect?: () => Promise<Effect>
}

export type Part = (sources: Sources) => Promise<ReadonlyArray<readonly [EndpointId, ReadyRequest]>>
