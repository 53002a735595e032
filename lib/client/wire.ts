import { type Dispatcher, Pool } from 'undici'
import type { ClientOptions } from './client-options.ts'
import { type AnswerLimits, dispatchRequest, type WireAnswer } from './dispatch-request.ts'
import { ConnectionsOfRaces, connects, type ConnectionOptions, type RaceConnections } from './connections-of-races.ts'
import { mayWrite, type PreparedRequest } from './prepare-request.ts'
import { mayBeProxied, type OriginDispatcher, proxiedDispatcher } from './proxied-dispatcher.ts'
import { TransportError } from './transport-error.ts'
import { UnsendableRequestError } from './unsent-errors.ts'

const mebibyte = 1024 * 1024
const longestConnect = 10_000

/**
 * Idle connections are closed before servers close them, which some do after a second: a write at that moment would be lost. This
 * also applies if a server announces a later end, because a paused machine may miss it.
 */
const shortestIdle = 500

/** The number of requests that met a closed connection, after which each request gets a new connection. */
const endsToBeSure = 2

/** The connections to one origin, and the limits for reading an answer. */
export class Wire {
  /** Reading of a body stops here. */
  readonly maxBodyBytes: number
  readonly #connecting: ConnectionOptions
  readonly #concurrency: number
  readonly #limits: AnswerLimits
  readonly #patient: AnswerLimits
  #connections: Connections
  /** Those that nothing more is sent over. */
  readonly #former: Connections[] = []

  constructor({ baseUrl, concurrency, timeoutMs, tls, maxBodyBytes = 16 * mebibyte, deadline }: ClientOptions) {
    const { origin } = new URL(baseUrl)
    const connectMs = Math.min(longestConnect, timeoutMs ?? longestConnect)
    this.#connecting = { origin, connectMs, idleMs: shortestIdle, tls: tls ?? {} }
    this.#concurrency = concurrency
    this.#connections = this.#connect(true)
    this.maxBodyBytes = maxBodyBytes
    this.#limits = { headersMs: timeoutMs ?? 30_000, bodyMs: timeoutMs ?? 60_000, bodyBytes: maxBodyBytes, deadline }
    const { headersMs, bodyMs } = this.#limits
    this.#patient = { ...this.#limits, headersMs: 2 * headersMs, bodyMs: 2 * bodyMs }
  }

  #connect(areKept: boolean): Connections {
    const { origin, connectMs, idleMs, tls } = this.#connecting
    const pooling = {
      connections: this.#concurrency,
      connectTimeout: connectMs,
      keepAliveTimeout: idleMs,
      keepAliveMaxTimeout: idleMs,
      keepAliveTimeoutThreshold: idleMs,
      pipelining: areKept ? 1 : 0,
      allowH2: false,
      connect: tls,
    }
    const pool = mayBeProxied(origin) ? proxiedDispatcher(origin, pooling) : new Pool(origin, pooling)
    const races = new ConnectionsOfRaces({ ...this.#connecting, areKept })
    return { pool, races, since: performance.now() }
  }

  /**
   * Sends a request over any connection or over a given one; a patient request gets twice the time. Rejects with
   * `TransportError`. Throws `UnsendableRequestError` for a write without its permit: everything that is sent passes here.
   */
  send(
    request: PreparedRequest,
    {
      connection = this.#connections.pool,
      isPatient = false,
    }: { connection?: Pick<Dispatcher, 'dispatch'> | undefined; isPatient?: boolean } = {},
  ): Promise<WireAnswer> {
    const { description, permit, record } = request
    if (mayWrite(description) && permit?.covers(description) !== true)
      throw new UnsendableRequestError(
        'no read has shown that the run may send this write',
        `${record.method} ${record.path}`,
      )
    return dispatchRequest(connection, request, isPatient ? this.#patient : this.#limits)
  }

  /**
   * Takes the result of a request that started at a time of `performance.now`. If its connection was closed, the others may be
   * closed too: no new request uses them, and those in progress continue.
   */
  lost(error: unknown, begunAt: number): void {
    if (!hasMetTheEnd(error) || begunAt < this.#connections.since) return
    this.#former.push(this.#connections)
    this.#connections = this.#connect(this.#former.length < endsToBeSure)
  }

  /** This number of separate connections. Rejects with the error of one that does not open. */
  open(count: number): Promise<RaceConnections> {
    return this.#connections.races.open(count)
  }

  /** Whether a new connection opens. */
  connects(): Promise<boolean> {
    return connects(this.#connecting)
  }

  /** Drops all connections. */
  async destroy(): Promise<void> {
    const all = [...this.#former, this.#connections]
    await Promise.all(all.flatMap(({ pool, races }) => [pool.destroy(), races.destroy()]))
  }
}

interface Connections {
  readonly pool: OriginDispatcher
  readonly races: ConnectionsOfRaces
  readonly since: number
}

/** Whether a connection ended before any part of the answer arrived: it may have ended before the request was sent. */
function hasMetTheEnd(error: unknown): boolean {
  return error instanceof TransportError && ['reset', 'closed'].includes(error.kind) && error.status === undefined
}
