import type { Exchange } from './exchange.ts'
import type { Keys } from './keys.ts'
import type { TransportError } from './transport-error.ts'
import type { WriteGuard } from './write-guard.ts'

/** A header of every request, for a gateway in front of the target. */
export interface ExtraHeader {
  /** In lower case. */
  readonly name: string
  readonly value: string
  /** As given: an environment variable appears as `${NAME}`. */
  readonly template: string
}

export interface ClientOptions {
  /** Origin plus any prefix before `/v1/public`. */
  readonly baseUrl: string
  readonly keys: Keys
  /** `read-only` rejects every method that may change something, before anything is sent. */
  readonly mode: 'read-only' | 'read-write'
  /** The maximum number of requests in flight; a race may exceed it. */
  readonly concurrency: number
  readonly maxRequestsPerSecond?: number | undefined
  readonly maxRequests?: number | undefined
  /** Milliseconds since the epoch; nothing is sent after it. */
  readonly deadline?: number | undefined
  /** In addition to those of the suite; their values are kept out of all records. */
  readonly headers?: readonly ExtraHeader[]
  /** The client certificate and its key, as PEM. */
  readonly tls?: { readonly cert: string; readonly key: string }
  /** For a whole request; by default 30 s until the headers and 60 s for the body. */
  readonly timeoutMs?: number
  /** The limit for reading, and for the decoded body; 16 MiB by default. */
  readonly maxBodyBytes?: number
  /** The longest wait for the target's rate limit; 120 s by default. */
  readonly maxPaceMs?: number
  /** How long the client waits for a target that answered before and is down; 60 s by default. */
  readonly longestOutageMs?: number
  /** Returns the permit for each request that may change something: without a guard, none is sent. */
  readonly guard?: WriteGuard
  /** Called with a request that was lost on every attempt while others were answered; returns whether that breaks a rule. */
  readonly onUnanswered?: (lost: Exchange, error: TransportError) => boolean
  /** Called once for every answered exchange, also if a 429 was waited out first. */
  readonly onExchange: (exchange: Exchange) => void
}
