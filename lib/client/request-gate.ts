import { CircuitBreaker } from './circuit-breaker.ts'
import type { ClientOptions } from './client-options.ts'
import { DeadlineError, RateLimitedError, RequestBudgetError } from './unsent-errors.ts'
import type { WireAnswer } from './dispatch-request.ts'
import type { Identity } from './exchange.ts'
import { Pacer } from './pacer.ts'
import type { PreparedRequest } from './prepare-request.ts'
import { RequestQueue } from './request-queue.ts'
import { TransportError } from './transport-error.ts'

/** Why nothing is sent just now. */
export interface Wait {
  readonly reason: string
  /** Milliseconds since the epoch. */
  readonly until?: number
}

type GateOptions = Pick<
  ClientOptions,
  'concurrency' | 'maxRequestsPerSecond' | 'maxRequests' | 'deadline' | 'maxPaceMs'
>

/** The longest wait for a window of the rate limit where the run has no deadline that bounds it. */
const longestWindow = 120_000

/** Whose limit a request counts against. What carries no valid key may be counted anywhere, or not at all. */
const buckets = {
  own: 'own',
  'same-organization': 'own',
  'other-organization': 'other',
  none: 'keyless',
  forged: 'keyless',
  revoked: 'keyless',
} as const satisfies Record<Identity, string>

/** Says when a request may be sent: before the deadline, within the budget, paced, and where an answer can be hoped for. */
export class RequestGate {
  readonly #options: GateOptions
  readonly #queue: RequestQueue
  readonly #pacers: Readonly<Record<'own' | 'other' | 'keyless', Pacer>>
  readonly #circuitBreaker = new CircuitBreaker()
  #granted = 0

  constructor(options: GateOptions) {
    this.#options = options
    const { concurrency, maxRequestsPerSecond, deadline } = options
    const maxPaceMs = options.maxPaceMs ?? (deadline === undefined ? longestWindow : Number.POSITIVE_INFINITY)
    this.#queue = new RequestQueue({ concurrency, maxRequestsPerSecond, deadline, maxPaceMs })
    this.#pacers = {
      own: new Pacer(maxPaceMs, deadline),
      other: new Pacer(maxPaceMs, deadline),
      keyless: new Pacer(maxPaceMs, deadline),
    }
  }

  /**
   * Resolves when all of the requests may be sent at once; each is then told to have been `answered` or `lost`. One that is asked
   * again is sent although the like of it was not answered in time. Throws or
   * rejects with `DeadlineError`, `RequestBudgetError`, `RateLimitedError` or `TransportError`.
   */
  enter(requests: readonly PreparedRequest[], isAskedAgain: (request: PreparedRequest) => boolean): Promise<void> {
    const late = (): Error => new DeadlineError(shown(requests))
    if (this.#isLate(Date.now())) throw late()
    this.#checkBudget(requests)
    for (const request of requests) if (!isAskedAgain(request)) this.#checkCircuit(request)
    for (const request of requests) this.#checkLimit(request)
    return this.#queue.enter({
      pacers: requests.map((request) => this.pacerOf(request)),
      pace: requests.every(({ description }) => description.pace !== false),
      late,
    })
  }

  answered(request: PreparedRequest, answer: WireAnswer, sentAt: number): void {
    this.pacerOf(request).answered({ ...answer, sentAt, receivedAt: Date.now() })
    this.#circuitBreaker.answered(endpointOf(request))
    this.#queue.leave()
  }

  lost(request: PreparedRequest, error: unknown): void {
    this.pacerOf(request).lost()
    if (error instanceof TransportError && error.kind === 'timeout') this.#circuitBreaker.timedOut(endpointOf(request))
    this.#queue.leave()
  }

  pacerOf({ identity }: PreparedRequest): Pacer {
    return this.#pacers[buckets[identity]]
  }

  /** What the clock of the target has reached for sure at a time of ours, as its answers to this organization tell. */
  targetTimeAt(ourTime: number): number {
    return this.#pacers.own.targetTimeAt(ourTime)
  }

  /** What everything waits for where a rate limit lets nothing through. */
  get waiting(): Wait | undefined {
    const until = this.#queue.waitsUntil
    return until === undefined ? undefined : { reason: 'the rate limit', until }
  }

  /** Refuses all that wait, and all that come. */
  close(error: Error): void {
    this.#queue.close(error)
  }

  #checkCircuit(request: PreparedRequest): void {
    const reason = this.#circuitBreaker.reasonAgainst(endpointOf(request))
    if (reason === undefined) return
    const { method, path } = request.record
    throw new TransportError({ kind: 'timeout', reason, method, path })
  }

  /** What is sure to be refused is not sent: a spent limit is not hammered at. */
  #checkLimit(request: PreparedRequest): void {
    if (request.description.pace !== false && this.pacerOf(request).isSpent(Date.now())) throw new RateLimitedError()
  }

  #checkBudget(requests: readonly PreparedRequest[]): void {
    const { maxRequests } = this.#options
    if (maxRequests !== undefined && this.#granted + requests.length > maxRequests)
      throw new RequestBudgetError(maxRequests, shown(requests))
    this.#granted += requests.length
  }

  #isLate(time: number): boolean {
    return this.#options.deadline !== undefined && time >= this.#options.deadline
  }
}

function shown(requests: readonly PreparedRequest[]): string {
  return requests.map(({ record }) => `${record.method} ${record.path}`).join(', ')
}

function endpointOf({ method, description }: PreparedRequest): string {
  return description.endpoint ?? `${method} elsewhere`
}
