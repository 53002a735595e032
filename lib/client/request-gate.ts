import { CircuitBreaker } from './outage.ts'
import type { ClientOptions } from './client-options.ts'
import { DeadlineError, RateLimitedError, RequestBudgetError } from './unsent-errors.ts'
import type { WireAnswer } from './dispatch-request.ts'
import type { Identity } from './exchange.ts'
import { Pacer } from './pacer.ts'
import type { PreparedRequest } from './prepare-request.ts'
import { requestOf } from '../service/interface/request-of.ts'
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

/** The longest wait for a rate-limit window if no deadline limits the run. */
const longestWindow = 120_000

/** The limit that counts a request. Requests without a valid key may count anywhere, or not at all. */
const buckets = {
  own: 'own',
  'same-organization': 'own',
  'other-organization': 'other',
  none: 'keyless',
  forged: 'keyless',
  revoked: 'keyless',
} as const satisfies Record<Identity, string>

/** Decides when a request may be sent: before the deadline, within the budget, paced, and if an answer is possible. */
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
   * Resolves when all of the requests may be sent at once; each is then reported as `answered` or `lost`. A repeated request is
   * sent although equal ones timed out. Throws or rejects with `DeadlineError`, `RequestBudgetError`, `RateLimitedError` or
   * `TransportError`.
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

  /** The latest time that the target's clock has certainly reached at a time of ours, by its answers to this organization. */
  targetTimeAt(ourTime: number): number {
    return this.#pacers.own.targetTimeAt(ourTime)
  }

  /** What all requests wait for if a rate limit admits none. */
  get waiting(): Wait | undefined {
    const until = this.#queue.waitsUntil
    return until === undefined ? undefined : { reason: 'the rate limit', until }
  }

  /** Rejects all that wait, and all that come. */
  close(error: Error): void {
    this.#queue.close(error)
  }

  #checkCircuit(request: PreparedRequest): void {
    const reason = this.#circuitBreaker.reasonAgainst(endpointOf(request))
    if (reason === undefined) return
    const { method, path } = request.record
    throw new TransportError({ kind: 'timeout', reason, method, path })
  }

  /** A request that would certainly get a 429 is not sent. */
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
  return description.endpoint === undefined ? `other paths (${method})` : requestOf(description.endpoint)
}

interface RequestQueueOptions {
  readonly concurrency: number
  readonly maxRequestsPerSecond: number | undefined
  readonly deadline: number | undefined
  /** The longest time that a request waits for a rate limit before it is sent anyway. */
  readonly maxPaceMs: number
}

/** A unit that is sent at once: one request, or those of a race. */
interface Batch {
  readonly pacers: readonly Pacer[]
  /** `false` does not wait for the rate limit. */
  readonly pace: boolean
  /** Made if the deadline passes first. */
  readonly late: () => Error
}

interface Waiting extends Batch {
  readonly since: number
  readonly admit: () => void
  readonly refuse: (error: Error) => void
}

/** Milliseconds of a wait that is worth a word. */
const leastWait = 1000

/** Beyond it a timer fires at once. */
const longestTimer = 2 ** 31 - 1

/** Admits requests in their order, as far as concurrency, rate limit and spacing allow. */
class RequestQueue {
  readonly #options: RequestQueueOptions
  readonly #spacing: number
  #queue: Waiting[] = []
  #inFlight = 0
  #nextAt = 0
  #timer: NodeJS.Timeout | undefined
  #closed: Error | undefined
  #waitsUntil: number | undefined

  constructor(options: RequestQueueOptions) {
    this.#options = options
    this.#spacing = options.maxRequestsPerSecond === undefined ? 0 : 1000 / options.maxRequestsPerSecond
  }

  /** Resolves when the batch may be sent; each of its requests then calls `leave` once. */
  enter(batch: Batch): Promise<void> {
    return new Promise((admit, refuse) => {
      this.#queue.push({ ...batch, since: Date.now(), admit, refuse })
      this.#pump()
    })
  }

  /** Until when, in milliseconds since the epoch, all requests wait for a rate limit. */
  get waitsUntil(): number | undefined {
    return this.#waitsUntil !== undefined && this.#waitsUntil > Date.now() ? this.#waitsUntil : undefined
  }

  leave(): void {
    this.#inFlight -= 1
    this.#pump()
  }

  /** Rejects all that wait, and all that come. */
  close(error: Error): void {
    this.#closed = error
    this.#pump()
  }

  #pump(): void {
    clearTimeout(this.#timer)
    this.#waitsUntil = undefined
    if (this.#queue.length === 0) return
    const now = Date.now()
    const { deadline = Number.POSITIVE_INFINITY } = this.#options
    if (this.#closed || now >= deadline) {
      for (const { refuse, late } of this.#queue.splice(0)) refuse(this.#closed ?? late())
      return
    }
    const soonest = this.#admitAll(now, deadline - now)
    if (this.#queue.length > 0 && soonest < Number.POSITIVE_INFINITY) {
      if (this.#inFlight === 0 && soonest >= leastWait) this.#waitsUntil = now + soonest
      this.#timer = setTimeout(() => this.#pump(), Math.min(soonest, longestTimer))
    }
  }

  /** Admits the requests that may go; returns the milliseconds until the next one may. */
  #admitAll(now: number, untilDeadline: number): number {
    let soonest = untilDeadline
    let full = false
    this.#queue = this.#queue.filter((waiting) => {
      // Nobody overtakes a waiting batch: otherwise many single requests could keep a race out forever.
      full ||= !this.#hasRoom(waiting)
      if (full) return true
      const delay = this.#delay(waiting, now)
      if (delay <= 0) this.#admit(waiting, now)
      else soonest = Math.min(soonest, delay)
      return delay > 0
    })
    return soonest
  }

  /** A race of more requests than the concurrency starts when nothing else is in flight. */
  #hasRoom({ pacers }: Waiting): boolean {
    return this.#inFlight + Math.min(pacers.length, this.#options.concurrency) <= this.#options.concurrency
  }

  /** Milliseconds until rate limit and spacing admit the batch. */
  #delay({ pacers, pace, since }: Waiting, now: number): number {
    const spacing = this.#nextAt - now
    if (!pace) return spacing
    const longest = since + this.#options.maxPaceMs - now
    return Math.max(spacing, Math.min(longest, delayByLimits(pacers, now)))
  }

  #admit({ pacers, admit }: Waiting, now: number): void {
    this.#inFlight += pacers.length
    this.#nextAt = Math.max(this.#nextAt, now) + this.#spacing * pacers.length
    for (const pacer of pacers) pacer.sent(1)
    admit()
  }
}

/** Milliseconds until the limits of all requests of a batch admit them. */
function delayByLimits(pacers: readonly Pacer[], now: number): number {
  const [first] = pacers
  if (first && pacers.length === 1) return first.delay(1, now)
  const limits = [...new Set(pacers)].map((pacer) => pacer.delay(pacers.filter((one) => one === pacer).length, now))
  return Math.max(...limits)
}
