import { type Dispatcher, Pool } from 'undici'
import type { ClientOptions } from './client-options.ts'
import { type AnswerLimits, dispatchRequest, type WireAnswer } from './dispatch-request.ts'
import { openConnections, type RaceConnections } from './open-connections.ts'
import type { PreparedRequest } from './prepare-request.ts'
import { mayBeProxied, type OriginDispatcher, proxiedDispatcher } from './proxied-dispatcher.ts'

const mebibyte = 1024 * 1024
const longestConnect = 10_000

/**
 * Idle connections are given up before servers close them, which some do after two seconds: a write that meets the end is lost.
 * Where a server announces a later end this holds too, since a machine that stands still meanwhile lets it pass.
 */
const shortestIdle = 1_000

/** The connections to one origin, and what is read of an answer at most. */
export class Wire {
  /** Reading of a body stops here. */
  readonly maxBodyBytes: number
  readonly #origin: string
  readonly #pool: OriginDispatcher
  readonly #connectMs: number
  readonly #limits: AnswerLimits

  constructor({ baseUrl, concurrency, timeoutMs, maxBodyBytes = 16 * mebibyte, deadline }: ClientOptions) {
    this.#origin = new URL(baseUrl).origin
    this.#connectMs = Math.min(longestConnect, timeoutMs ?? longestConnect)
    const pooling = {
      connections: concurrency,
      connectTimeout: this.#connectMs,
      keepAliveTimeout: shortestIdle,
      keepAliveMaxTimeout: shortestIdle,
    }
    this.#pool = mayBeProxied(this.#origin)
      ? proxiedDispatcher(this.#origin, pooling)
      : new Pool(this.#origin, { ...pooling, pipelining: 1, allowH2: false })
    this.maxBodyBytes = maxBodyBytes
    this.#limits = {
      headersMs: timeoutMs ?? 30_000,
      bodyMs: timeoutMs ?? 60_000,
      bodyBytes: maxBodyBytes,
      deadline,
    }
  }

  /** Sends a request over any connection, or over one of its own. Rejects with `TransportError`. */
  send(request: PreparedRequest, connection: Pick<Dispatcher, 'dispatch'> = this.#pool): Promise<WireAnswer> {
    return dispatchRequest(connection, request, this.#limits)
  }

  /** Opens as many connections of their own. Rejects with the error of one that does not open. */
  open(count: number): Promise<RaceConnections> {
    return openConnections({ origin: this.#origin, count, connectMs: this.#connectMs })
  }

  /** Whether a connection opens. A proxy opens one in any case, and says by its answer what is behind it. */
  async connects(): Promise<boolean> {
    try {
      const { close } = await this.open(1)
      await close()
      return true
    } catch {
      return false
    }
  }

  /** Drops all connections. */
  async destroy(): Promise<void> {
    await this.#pool.destroy()
  }
}
