import type { Dispatcher } from 'undici'
import type { ClientOptions } from './client-options.ts'
import { DeadlineError, RateLimitedError, UnsendableRequestError } from './unsent-errors.ts'
import type { WireAnswer } from './dispatch-request.ts'
import type { Exchange, Identity } from './exchange.ts'
import type { RaceConnections } from './connections-of-races.ts'
import { isOfGateway } from './outage.ts'
import { keyOf, mayWrite, type PreparedRequest, prepareRequest } from './prepare-request.ts'
import { lostExchange, recordExchange } from './record-exchange.ts'
import { Recovery } from './recovery.ts'
import { keepSecret, redact } from './redactor.ts'
import type { RequestDescription } from './request-description.ts'
import { RequestGate, type Wait } from './request-gate.ts'
import { TransportError } from './transport-error.ts'
import { transportFault } from './transport-fault.ts'
import { Wire } from './wire.ts'
import { type AdmittedWrite, telling } from './write-guard.ts'

export type { ClientOptions } from './client-options.ts'

/** Milliseconds that the client waits for a target that answered before and is down. */
const longestOutage = 60_000

interface Attempt {
  readonly repetition: number
  /** Milliseconds spent so far on waiting after 429. */
  readonly waited: number
}

/** The only way in which the suite sends: paced, bounded, recorded, and read-only if required. */
export class Client {
  readonly #options: ClientOptions
  readonly #wire: Wire
  readonly #gate: RequestGate
  readonly #recovery: Recovery
  readonly #closed = new AbortController()
  #sent = 0
  #slowestMs = 0

  constructor(options: ClientOptions) {
    for (const key of Object.values(options.keys)) if (typeof key === 'string') keepSecret(key)
    for (const { value } of options.headers ?? []) keepSecret(value)
    this.#options = options
    this.#wire = new Wire(options)
    this.#gate = new RequestGate(options)
    this.#recovery = new Recovery({
      ask: (request) => this.#ask(request),
      connects: () => this.#wire.connects(),
      onUnanswered: (error) => error.begun !== undefined && (options.onUnanswered?.(error.begun, error) ?? false),
      signal: this.#closed.signal,
      longestMs: options.longestOutageMs ?? longestOutage,
      deadline: options.deadline,
    })
  }

  /** Requests sent so far, repetitions included. */
  get sent(): number {
    return this.#sent
  }

  /** Milliseconds of the slowest answer so far; 0 before the first. */
  get slowestMs(): number {
    return this.#slowestMs
  }

  /** What all that is to be sent waits for just now. */
  get waiting(): Wait | undefined {
    return this.#recovery.waiting ?? this.#gate.waiting
  }

  /** The key of an identity, for checks that forge one from it. */
  keyOf(identity: Identity): string | undefined {
    return keyOf(identity, this.#options.keys)
  }

  /**
   * Sends a request and returns its answer, whatever its status; a 429 is waited out unless `pace` is `false`. Rejects with
   * `WriteRefusedError`, `MisplacedKeyError`, `UnsendableRequestError`, what the guard throws, `DeadlineError`,
   * `RateLimitedError`, `RequestBudgetError` or `TransportError`.
   */
  async send(description: RequestDescription): Promise<Exchange> {
    const prepared = prepareRequest(description, this.#options)
    const first = { repetition: 0, waited: 0 }
    // Every exchange pays for each additional promise, so code that does not wait creates none.
    if (!mayWrite(description)) return await this.#deliver(prepared, first)
    const admitted = await this.#admit(description)
    return await telling(admitted, () => this.#deliver({ ...prepared, permit: admitted.permit }, first))
  }

  /**
   * Sends requests at the same moment, each over its own open connection; returns the answers in the order of the requests.
   * Nothing is repeated after a transport fault; a request that got a 429 is sent again later than the others.
   */
  async simultaneously(descriptions: readonly RequestDescription[]): Promise<Exchange[]> {
    const prepared = descriptions.map((description) => prepareRequest(description, this.#options))
    if (prepared.length === 0) return []
    const admitted: Array<AdmittedWrite | undefined> = []
    for (const description of descriptions)
      admitted.push(mayWrite(description) ? await this.#admit(description) : undefined)
    return this.#race(
      prepared.map((request, index) => ({ ...request, permit: admitted[index]?.permit })),
      admitted,
    )
  }

  #admit(description: RequestDescription): Promise<AdmittedWrite> {
    const { guard } = this.#options
    if (guard) return guard.admit(description)
    throw new UnsendableRequestError(
      'no guard is set that permits a write',
      `${description.method} ${redact(description.path)}`,
    )
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
      const sentAt = Date.now()
      const answers = await Promise.allSettled(
        requests.map((request, index) =>
          telling(admitted[index], () => this.#exchange(request, race.connections[index])),
        ),
      )
      const exchanges: Exchange[] = []
      for (const [index, answer] of answers.entries())
        exchanges.push(
          answer.status === 'fulfilled'
            ? answer.value
            : await this.#afterRace(requests[index], { error: answer.reason, sentAt }),
        )
      return await Promise.all(
        requests.flatMap((request, index) => {
          const exchange = exchanges[index]
          if (!exchange) return []
          if (!isToBeRepeated(request, exchange)) return Promise.resolve(exchange)
          return telling(admitted[index], () => this.#afterRefusal(request, exchange, { repetition: 0, waited: 0 }))
        }),
      )
    } finally {
      await race.close()
    }
  }

  /**
   * The latest time that the target's clock has certainly reached at a time of ours (both in milliseconds since the epoch), by
   * the `Date` of all answers so far: each is cut to the second, and the latest is close.
   */
  targetTimeAt(ourTime: number): number {
    return this.#gate.targetTimeAt(ourTime)
  }

  /** Lets the requests in progress finish, and rejects all others. */
  stop(cause = 'the run was interrupted'): void {
    this.#refuse(new DeadlineError(cause))
  }

  /** Closes all connections and rejects waiting requests. */
  async close(): Promise<void> {
    this.#refuse(new DeadlineError('the client is closed'))
    await this.#wire.destroy()
  }

  #refuse(error: Error): void {
    this.#gate.close(error)
    this.#closed.abort()
  }

  #enter(requests: readonly PreparedRequest[]): Promise<void> {
    const outage = this.#recovery.ready(requests[0])
    const enter = (): Promise<void> => this.#gate.enter(requests, this.#recovery.isAskedAgain)
    return outage ? outage.then(enter) : enter()
  }

  /** The connections of a race; if this rejects, nothing has been sent. */
  async #enterRace(requests: readonly PreparedRequest[]): Promise<RaceConnections> {
    for (;;) {
      await this.#enter(requests)
      try {
        return await this.#open(requests)
      } catch (error) {
        const [request] = requests
        if (!request || !(error instanceof TransportError) || error.kind !== 'refused') throw error
        await this.#recovery.afterLoss(request, { error, sentAt: Date.now(), isRepeatable: true, repeats: 0 })
      }
    }
  }

  /** What a race has lost is not sent again by itself. */
  async #afterRace(
    request: PreparedRequest | undefined,
    lost: { readonly error: unknown; readonly sentAt: number },
  ): Promise<Exchange> {
    const answer = request && (await this.#recovery.afterLoss(request, { ...lost, isRepeatable: false, repeats: 0 }))
    if (!answer) throw lost.error
    return this.#tell(answer)
  }

  async #deliver(request: PreparedRequest, attempt: Attempt): Promise<Exchange> {
    const exchange = await this.#answerTo(request)
    return isToBeRepeated(request, exchange) ? this.#afterRefusal(request, exchange, attempt) : exchange
  }

  /** Sends a request, repeatedly if that is safe, until there is an answer. */
  async #answerTo(request: PreparedRequest): Promise<Exchange> {
    const isRepeatable = request.method === 'GET' || request.method === 'HEAD'
    for (let repeats = 0; ; repeats += 1) {
      await this.#enter([request])
      const sentAt = Date.now()
      try {
        return await this.#exchange(request)
      } catch (error) {
        const answer = await this.#recovery.afterLoss(request, { error, sentAt, isRepeatable, repeats })
        if (answer) return this.#tell(answer)
      }
    }
  }

  async #afterRefusal(request: PreparedRequest, exchange: Exchange, attempt: Attempt): Promise<Exchange> {
    const answer = { ...exchange, sentAt: exchange.startedAt, receivedAt: exchange.startedAt + exchange.durationMs }
    const wait = this.#gate.pacerOf(request).waitAfterRefusal(answer, attempt)
    if (wait === undefined) throw new RateLimitedError()
    return this.#deliver(request, { repetition: attempt.repetition + 1, waited: attempt.waited + wait })
  }

  /** Opens a connection for each; only when it is their turn, because the target may close idle ones. */
  async #open(requests: readonly PreparedRequest[]): Promise<RaceConnections> {
    try {
      return await this.#wire.open(requests.length)
    } catch (error) {
      const failure = transportErrorOf(error, requests[0])
      for (const request of requests) this.#gate.lost(request, failure)
      throw failure
    }
  }

  /** One request and its answer over the wire; its place in the queue is returned in any case. */
  async #exchange(request: PreparedRequest, connection?: Pick<Dispatcher, 'dispatch'>): Promise<Exchange> {
    this.#sent += 1
    const sequence = this.#sent
    const startedAt = Date.now()
    const started = performance.now()
    let answer: WireAnswer
    try {
      answer = await this.#wire.send(request, { connection, isPatient: this.#recovery.isPatient(request) })
    } catch (error) {
      this.#gate.lost(request, error)
      this.#wire.lost(error, started)
      if (error instanceof TransportError) error.begun = lostExchange(request, error, { sequence, startedAt })
      throw error
    }
    this.#gate.answered(request, answer, startedAt)
    const durationMs = Math.round((performance.now() - started) * 100) / 100
    this.#slowestMs = Math.max(this.#slowestMs, durationMs)
    try {
      const timing = { sequence, startedAt, durationMs, maxBytes: this.#wire.maxBodyBytes }
      const exchange = await recordExchange(request, answer, timing)
      if (isOfGateway(exchange)) throw gatewayError(exchange)
      await this.#recovery.requireKey(request, exchange)
      this.#recovery.answered(request, exchange)
      return this.#tell(exchange)
    } finally {
      answer.release()
    }
  }

  /** Asks only whether there is an answer. */
  async #ask(request: PreparedRequest): Promise<Exchange> {
    this.#sent += 1
    const timing = { sequence: this.#sent, startedAt: Date.now(), durationMs: 0, maxBytes: this.#wire.maxBodyBytes }
    const answer = await this.#wire.send(request)
    try {
      return await recordExchange(request, answer, timing)
    } finally {
      answer.release()
    }
  }

  #tell(exchange: Exchange): Exchange {
    this.#options.guard?.observe(exchange)
    this.#options.onExchange(exchange)
    return exchange
  }
}

/** The answer of a gateway is held back: it may be part of an outage. */
function gatewayError(exchange: Exchange): TransportError {
  const { status, headers, bodyBytes: receivedBytes } = exchange
  const { method, path } = exchange.request
  const reason = 'a proxy in front of the service answered that it is unavailable'
  const error = new TransportError({ kind: 'gateway', reason, method, path, status, receivedBytes, headers })
  error.begun = exchange
  return error
}

/** A request that the rate limit rejected is sent again, unless the check wants the 429. */
function isToBeRepeated({ description }: PreparedRequest, { status }: Exchange): boolean {
  return status === 429 && description.pace !== false
}

function transportErrorOf(error: unknown, request: PreparedRequest | undefined): TransportError {
  const reason = redact(error instanceof Error ? error.message : String(error))
  const { method = '', path = '' } = request?.record ?? {}
  return new TransportError({ kind: transportFault(error), reason, method, path }, { cause: error })
}
