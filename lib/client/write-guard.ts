import type { Exchange } from './exchange.ts'
import type { RequestDescription } from './request-description.ts'
import type { WritePermit } from './write-permit.ts'

/** Decides whether a request that may change something touches only permitted records, and keeps track of what it creates. */
export interface WriteGuard {
  /** Resolves if the request may be sent, with the receiver of its outcome; rejects with the reason if not. */
  admit(request: RequestDescription): Promise<AdmittedWrite>
  /** Gets every answered exchange, before the sender. */
  observe(exchange: Exchange): void
}

/** A write that may be sent. It is told each answer, because another one may follow a 429. */
export interface AdmittedWrite {
  readonly permit: WritePermit
  answered(exchange: Exchange): void
  /** There is not an answer; `error` may say that nothing was sent. */
  failed(error: unknown): void
}

/** Sends, and reports the outcome to the admitted write. */
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
