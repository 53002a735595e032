import type { Exchange } from './exchange.ts'
import type { RequestDescription } from './request-description.ts'
import type { WritePermit } from './write-permit.ts'

/** Says of each request that may change something whether it touches only what it may touch, and keeps account of what it makes. */
export interface WriteGuard {
  /** Resolves where the request may be sent, with who is to be told how it ended; rejects with the reason where it may not. */
  admit(request: RequestDescription): Promise<AdmittedWrite>
  /** Is shown every answered exchange, before whoever sent it. */
  observe(exchange: Exchange): void
}

/** A write that may be sent. Told of each answer: a 429 may be followed by another. */
export interface AdmittedWrite {
  readonly permit: WritePermit
  answered(exchange: Exchange): void
  /** There is no answer; `error` may say that nothing was sent. */
  failed(error: unknown): void
}

/** Sends, and tells the admitted write how that ended. */
export async function telling(admitted: AdmittedWrite | undefined, send: () => Promise<Exchange>): Promise<Exchange> {
  try {
    const exchange = await send()
    admitted?.answered(exchange)
    return exchange
  } catch (error) {
    admitted?.failed(error)
    throw error
  }
}
