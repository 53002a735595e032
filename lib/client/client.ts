import { type Dispatcher, Pool } from 'undici'
import { CircuitBreaker } from './circuit-breaker.ts'
import type { ClientOptions } from './client-options.ts'
import { DeadlineError } from './deadline-error.ts'
import { type AnswerLimits, dispatchRequest, type WireAnswer } from './dispatch-request.ts'
import type { Exchange, Identity } from './exchange.ts'
import { openConnections } from './open-connections.ts'
import { Pacer } from './pacer.ts'
import { mayBeProxied, type OriginDispatcher, proxiedDispatcher } from './proxied-dispatcher.ts'
import { keyOf, mayWrite, type PreparedRequest, prepareRequest } from './prepare-request.ts'
import { recordExchange } from './record-exchange.ts'
import { RateLimitedError } from './rate-limited-error.ts'
import { keepSecret, redact } from './redactor.ts'
import { RequestBudgetError } from './request-budget-error.ts'
import type { RequestDescription } from './request-description.ts'
import { RequestQueue } from './request-queue.ts'
import { TransportError } from './transport-error.ts'
import { transportFault } from './transport-fault.ts'
import { type AdmittedWrite, telling } from './write-guard.ts'

export type { ClientOptions } from './client-options.ts'

const mebibyte = 1024 * 1024
const longestConnect = 10_000

/** The longest wait for a window of the rate limit where the run has no deadline that bounds it. */
const longestWindow = 120_000

/** Idle connections are given up before servers close them, which some do after two seconds: a write that meets the end is lost. */
const shortestIdle = 1_000

/** Whose limit a request counts against. What carries no valid key may be counted anywhere, or not at all. */
const buckets = {
  own: 'own',
  'same-organization': 'own',
  'other-organization': 'other',
  none: 'keyless',
  forged: 'keyless',
  revoked: 'keyless',
} as const satisfies Record<Identity, string>

/** Kinds after which a request that changes nothing is sent once more; what took the whole time-out is not. */
const worthRepeating = new Set(['refused', 'reset', 'closed'])

interface Attempt {
  readonly repetition: number
  /** Milliseconds spent so far on waiting after 429. */
  readonly waited: number
}

/** The one way in which the suite sends: paced, bounded, recorded, and read-only where it has to be. */
export class Client {
  readonly #options: ClientOptions
  readonly #origin: string
  readonly #pool: OriginDispatcher
  readonly #queue: RequestQueue
  readonly #pacers: Readonly<Record<'own' | 'other' | 'keyless', Pacer>>
  readonly #limits: AnswerLimits
  readonly #maxPaceMs: number
  readonly #connectMs: number
  readonly #circuitBreaker = new CircuitBreaker()
  #sent = 0
  #granted = 0

  constructor(options: ClientOptions) {
    for (const key of Object.values(options.keys)) if (typeof key === 'string') keepSecret(key)
    this.#options = options
    this.#origin = new URL(options.baseUrl).origin
    this.#connectMs = Math.min(longestConnect, options.timeoutMs ?? longestConnect)
    const pooling = {
      connections: options.concurrency,
      connectTimeout: this.#connectMs,
      keepAliveTimeout: shortestIdle,
    }
    this.#pool = mayBeProxied(this.#origin)
      ? proxiedDispatcher(this.#origin, pooling)
      : new Pool(this.#origin, { ...pooling, pipelining: 1, allowH2: false })
    this.#maxPaceMs = options.maxPaceMs ?? (options.deadline === undefined ? longestWindow : Number.POSITIVE_INFINITY)
    this.#queue = new RequestQueue({
      concurrency: options.concurrency,
      maxRequestsPerSecond: options.maxRequestsPerSecond,
      deadline: options.deadline,
      maxPaceMs: this.#maxPaceMs,
    })
    this.#pacers = {
      own: new Pacer(this.#maxPaceMs, options.deadline),
      other: new Pacer(this.#maxPaceMs, options.deadline),
      keyless: new Pacer(this.#maxPaceMs, options.deadline),
    }
    this.#limits = {
      headersMs: options.timeoutMs ?? 30_000,
      bodyMs: options.timeoutMs ?? 60_000,
      bodyBytes: options.maxBodyBytes ?? 16 * mebibyte,
      deadline: options.deadline,
    }
  }

  /** Requests sent so far, repetitions included. */
  get sent(): number {
    return this.#sent
  }

  /** The key of an identity, for checks that make a forged one from it. */
  keyOf(identity: Identity): string | undefined {
    return keyOf(identity, this.#options.keys)
  }

  /**
   * Sends a request and gives back its answer, whatever its status; a 429 is waited out where `pace` is not `false`.
   * Rejects with `WriteRefusedError`, `UnsendableRequestError`, what the guard throws, `DeadlineError`, `RateLimitedError`,
   * `RequestBudgetError` or `TransportError`.
   */
  async send(description: RequestDescription): Promise<Exchange> {
    const request = prepareRequest(description, this.#options)
    const admitted = await this.#admit(description)
    return telling(admitted, () => this.#deliver(request, { repetition: 0, waited: 0 }))
  }

  /**
   * Sends requests at the same moment, each over an open connection of its own; answers in the order of the requests.
   * Nothing is repeated after a transport fault; a 429 is waited out by sending that request again, later than the others.
   */
  async simultaneously(descriptions: readonly RequestDescription[]): Promise<Exchange[]> {
    const requests = descriptions.map((description) => prepareRequest(description, this.#options))
    if (requests.length === 0) return []
    const admitted: Array<AdmittedWrite | undefined> = []
    for (const description of descriptions) admitted.push(await this.#admit(description))
    return this.#race(requests, admitted)
  }

  async #race(
    requests: readonly PreparedRequest[],
    admitted: ReadonlyArray<AdmittedWrite | undefined>,
  ): Promise<Exchange[]> {
    const race = await this.#enterRace(requests).catch((error: unknown) => {
      for (const write of admitted) write?.failed(error)
      throw error
    })
    try {
      const answers = await Promise.allSettled(
        requests.map((request, index) =>
          telling(admitted[index], () => this.#exchange(request, race.connections[index] ?? this.#pool)),
        ),
      )
      const exchanges = answers.map((answer) => {
        if (answer.status === 'rejected') throw answer.reason
        return answer.value
      })
      return await Promise.all(
        requests.flatMap((request, index) => {
          const exchange = exchanges[index]
          if (!exchange) return []
          return telling(admitted[index], () => this.#afterRefusal(request, exchange, { repetition: 0, waited: 0 }))
        }),
      )
    } finally {
      await race.close()
    }
  }

  /** Lets what is under way come to its end; whatever else is to be sent is refused. */
  stop(): void {
    this.#queue.close(new DeadlineError('the run was interrupted'))
  }

  /** Drops all connections; what waits to be sent is refused. */
  async close(): Promise<void> {
    this.#queue.close(new DeadlineError('the client is closed'))
    await this.#pool.destroy()
  }

  async #enterRace(requests: readonly PreparedRequest[]): ReturnType<typeof openConnections> {
    await this.#enter(requests)
    return this.#open(requests)
  }

  async #admit(description: RequestDescription): Promise<AdmittedWrite | undefined> {
    return mayWrite(description) ? this.#options.guard?.admit(description) : undefined
  }

  async #deliver(request: PreparedRequest, attempt: Attempt): Promise<Exchange> {
    await this.#enter([request])
    const exchange = await this.#exchange(request, this.#pool).catch(async (error: unknown) => {
      if (!mayRepeat(request, error)) throw error
      await this.#enter([request])
      return this.#exchange(request, this.#pool)
    })
    return this.#afterRefusal(request, exchange, attempt)
  }

  async #afterRefusal(request: PreparedRequest, exchange: Exchange, attempt: Attempt): Promise<Exchange> {
    if (exchange.status !== 429 || request.description.pace === false) return exchange
    const answer = { ...exchange, sentAt: exchange.startedAt, receivedAt: exchange.startedAt + exchange.durationMs }
    const wait = this.#pacerOf(request).waitAfterRefusal(answer, attempt)
    if (wait === undefined) throw new RateLimitedError()
    return this.#deliver(request, { repetition: attempt.repetition + 1, waited: attempt.waited + wait })
  }

  async #enter(requests: readonly PreparedRequest[]): Promise<void> {
    const shown = requests.map(({ record }) => `${record.method} ${record.path}`).join(', ')
    const late = (): Error => new DeadlineError(shown)
    if (this.#isLate(Date.now())) throw late()
    this.#checkBudget(requests.length, shown)
    for (const request of requests) this.#checkCircuit(request)
    for (const request of requests) this.#checkLimit(request)
    await this.#queue.enter({
      pacers: requests.map((request) => this.#pacerOf(request)),
      pace: requests.every(({ description }) => description.pace !== false),
      late,
    })
  }

  #checkCircuit(request: PreparedRequest): void {
    const reason = this.#circuitBreaker.reasonAgainst(endpointOf(request))
    if (reason === undefined) return
    const { method, path } = request.record
    throw new TransportError({ kind: 'timeout', reason, method, path })
  }

  /** What is sure to be refused is not sent: a spent limit is not hammered at. */
  #checkLimit(request: PreparedRequest): void {
    if (request.description.pace !== false && this.#pacerOf(request).isSpent(Date.now())) throw new RateLimitedError()
  }

  #checkBudget(count: number, shown: string): void {
    const { maxRequests } = this.#options
    if (maxRequests !== undefined && this.#granted + count > maxRequests)
      throw new RequestBudgetError(maxRequests, shown)
    this.#granted += count
  }

  #isLate(time: number): boolean {
    return this.#options.deadline !== undefined && time >= this.#options.deadline
  }

  /** Opens a connection for each; not before their turn has come, for an idle one may be closed on us. */
  async #open(requests: readonly PreparedRequest[]): ReturnType<typeof openConnections> {
    try {
      return await openConnections({ origin: this.#origin, count: requests.length, connectMs: this.#connectMs })
    } catch (error) {
      for (const request of requests) {
        this.#pacerOf(request).lost()
        this.#queue.leave()
      }
      throw transportErrorOf(error, requests[0])
    }
  }

  /** One request and its answer over the wire; the place in the queue is given back in any case. */
  async #exchange(request: PreparedRequest, dispatcher: Pick<Dispatcher, 'dispatch'>): Promise<Exchange> {
    this.#sent += 1
    const sequence = this.#sent
    const startedAt = Date.now()
    const started = performance.now()
    const pacer = this.#pacerOf(request)
    let answer: WireAnswer
    try {
      answer = await dispatchRequest(dispatcher, request, this.#limits)
      pacer.answered({ ...answer, sentAt: startedAt, receivedAt: Date.now() })
      this.#circuitBreaker.answered(endpointOf(request))
    } catch (error) {
      pacer.lost()
      if (error instanceof TransportError && error.kind === 'timeout')
        this.#circuitBreaker.timedOut(endpointOf(request))
      throw error
    } finally {
      this.#queue.leave()
    }
    const durationMs = Math.round((performance.now() - started) * 100) / 100
    try {
      const exchange = await recordExchange(request, answer, {
        sequence,
        startedAt,
        durationMs,
        maxBytes: this.#limits.bodyBytes,
      })
      this.#options.guard?.observe(exchange)
      this.#options.onExchange(exchange)
      return exchange
    } finally {
      answer.release()
    }
  }

  #pacerOf({ identity }: PreparedRequest): Pacer {
    return this.#pacers[buckets[identity]]
  }
}

function endpointOf({ method, description }: PreparedRequest): string {
  return description.endpoint ?? `${method} elsewhere`
}

function transportErrorOf(error: unknown, request: PreparedRequest | undefined): TransportError {
  const reason = redact(error instanceof Error ? error.message : String(error))
  const { method = '', path = '' } = request?.record ?? {}
  return new TransportError({ kind: transportFault(error), reason, method, path }, { cause: error })
}

function mayRepeat({ method }: PreparedRequest, error: unknown): boolean {
  return (method === 'GET' || method === 'HEAD') && error instanceof TransportError && worthRepeating.has(error.kind)
}
