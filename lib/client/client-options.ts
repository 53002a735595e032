import type { Exchange } from './exchange.ts'
import type { Keys } from './keys.ts'
import type { TransportError } from './transport-error.ts'
import type { WriteGuard } from './write-guard.ts'

/** A header that every request carries, for a gateway in front of the target. */
export interface ExtraHeader {
  /** In lower case. */
  readonly name: string
  readonly value: string
  /** As it was given: what an environment variable holds stands there as `${NAME}`. */
  readonly template: string
}

export interface ClientOptions {
  /** Origin plus any prefix before `/v1/public`. */
  readonly baseUrl: string
  readonly keys: Keys
  /** `read-only` refuses every method that may change something, before anything is sent. */
  readonly mode: 'read-only' | 'read-write'
  /** Requests in flight at most; a race may go beyond it. */
  readonly concurrency: number
  readonly maxRequestsPerSecond?: number
  readonly maxRequests?: number
  /** Milliseconds since the epoch; after it nothing is sent any more. */
  readonly deadline?: number
  /** Beside those of the suite; their values are kept out of what is recorded. */
  readonly headers?: readonly ExtraHeader[]
  /** The certificate that the target is shown, and its key, as PEM. */
  readonly tls?: { readonly cert: string; readonly key: string }
  /** For a whole request; without it, 30 s until the headers and 60 s for the body. */
  readonly timeoutMs?: number
  /** Reading stops here, of the decoded body too; 16 MiB without it. */
  readonly maxBodyBytes?: number
  /** The longest wait for the target's rate limit; 120 s without it. */
  readonly maxPaceMs?: number
  /** How long a target that has answered, and then is away, is waited for; 60 s without it. */
  readonly longestOutageMs?: number
  /** Gives the permit for each request that may change something: without a guard, none is sent. */
  readonly guard?: WriteGuard
  /** Called with what was lost each time that it was asked, while others were answered; gives whether that breaks a rule. */
  readonly onUnanswered?: (lost: Exchange, error: TransportError) => boolean
  /** Called once for every answered exchange, those included whose 429 was waited out. */
  readonly onExchange: (exchange: Exchange) => void
}
