import { type Dispatcher, Pool } from 'undici'
import type { ClientOptions } from './client-options.ts'
import { type AnswerLimits, dispatchRequest, type WireAnswer } from './dispatch-request.ts'
import { ConnectionsOfRaces, connects, type ConnectionOptions, type RaceConnections } from './connections-of-races.ts'
import { mayWrite, type PreparedRequest } from './prepare-request.ts'
import { mayBeProxied, type OriginDispatcher, proxiedDispatcher } from './proxied-dispatcher.ts'
import { UnsendableRequestError } from './unsent-errors.ts'

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
  readonly #pool: OriginDispatcher
  readonly #races: ConnectionsOfRaces
  readonly #connecting: ConnectionOptions
  readonly #limits: AnswerLimits
  readonly #patient: AnswerLimits

  constructor({ baseUrl, concurrency, timeoutMs, maxBodyBytes = 16 * mebibyte, deadline }: ClientOptions) {
    const { origin } = new URL(baseUrl)
    const connectMs = Math.min(longestConnect, timeoutMs ?? longestConnect)
    this.#connecting = { origin, connectMs, idleMs: shortestIdle }
    this.#races = new ConnectionsOfRaces(this.#connecting)
    const pooling = {
      connections: concurrency,
      connectTimeout: connectMs,
      keepAliveTimeout: shortestIdle,
      keepAliveMaxTimeout: shortestIdle,
    }
    this.#pool = mayBeProxied(origin)
      ? proxiedDispatcher(origin, pooling)
      : new Pool(origin, { ...pooling, pipelining: 1, allowH2: false })
    this.maxBodyBytes = maxBodyBytes
    this.#limits = {
      headersMs: timeoutMs ?? 30_000,
      bodyMs: timeoutMs ?? 60_000,
      bodyBytes: maxBodyBytes,
      deadline,
    }
    const { headersMs, bodyMs } = this.#limits
    this.#patient = { ...this.#limits, headersMs: 2 * headersMs, bodyMs: 2 * bodyMs }
  }

  /**
   * Sends a request over any connection, or over one of its own; a patient one has twice the time. Rejects with `TransportError`.
   * Throws `UnsendableRequestError` for a write without a permit of its own: all that is sent comes by here.
   */
  send(
    request: PreparedRequest,
    {
      connection = this.#pool,
      isPatient = false,
    }: { connection?: Pick<Dispatcher, 'dispatch'> | undefined; isPatient?: boolean } = {},
  ): Promise<WireAnswer> {
    const { description, permit, record } = request
    if (mayWrite(description) && permit?.covers(description) !== true)
      throw new UnsendableRequestError('nothing permits this write', `${record.method} ${record.path}`)
    return dispatchRequest(connection, request, isPatient ? this.#patient : this.#limits)
  }

  /** As many connections of their own. Rejects with the error of one that does not open. */
  open(count: number): Promise<RaceConnections> {
    return this.#races.open(count)
  }

  /** Whether a new connection opens. */
  connects(): Promise<boolean> {
    return connects(this.#connecting)
  }

  /** Drops all connections. */
  async destroy(): Promise<void> {
    await Promise.all([this.#pool.destroy(), this.#races.destroy()])
  }
}
