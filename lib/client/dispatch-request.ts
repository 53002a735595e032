import { Readable } from 'node:stream'
import { setImmediate as turn } from 'node:timers/promises'
import pLimit from 'p-limit'
import type { Dispatcher } from 'undici'
import { collectGarbageSoon } from './collect-garbage.ts'
import type { PreparedRequest } from './prepare-request.ts'
import { redact } from './redactor.ts'
import { TransportError, type TransportFault } from './transport-error.ts'
import { transportFault } from './transport-fault.ts'
import { UnsendableRequestError } from './unsent-errors.ts'

export interface AnswerLimits {
  /** Until the headers are complete, including the connection. */
  readonly headersMs: number
  /** For the body as a whole, so that a drip ends too. */
  readonly bodyMs: number
  /** Reading stops here and the connection is dropped. */
  readonly bodyBytes: number
  /** No wait exceeds it; milliseconds since the epoch. */
  readonly deadline?: number | undefined
}

/** An answer as it came off the wire. */
export interface WireAnswer {
  /** Lets the next large body be read; call this after parsing or dropping the current one. */
  readonly release: () => void
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  /** The whole body, or its beginning if reading stopped at the bound. */
  readonly bytes: Buffer
  /** How many bytes came, up to the bound. */
  readonly received: number
  /** Whether reading stopped at the bound. */
  readonly truncated: boolean
}

/** Sends one request over a pool or connection and reads its answer; redirects are answers. Rejects with `TransportError`. */
export function dispatchRequest(
  dispatcher: Pick<Dispatcher, 'dispatch'>,
  request: PreparedRequest,
  limits: AnswerLimits,
): Promise<WireAnswer> {
  return new Promise((resolve, reject) => {
    const reading = new AnswerReading(request, limits, { resolve, reject })
    try {
      dispatcher.dispatch(
        { path: request.target, method: request.method, ...sentAs(request), headersTimeout: 0, bodyTimeout: 0 },
        reading,
      )
    } catch (error) {
      reading.onResponseError(undefined, error)
    }
  })
}

/** A chunked body is sent in two parts; undici sets the header itself. */
function sentAs({ headers, body }: PreparedRequest): Pick<Dispatcher.DispatchOptions, 'headers' | 'body'> {
  const at = headers.indexOf('transfer-encoding')
  if (at < 0 || body === undefined) return { headers: [...headers], body: body ?? null }
  const middle = Math.ceil(body.length / 2)
  const parts = [body.subarray(0, middle), body.subarray(middle)]
  return { headers: headers.toSpliced(at, 2), body: Readable.from(parts) }
}

interface Outcome {
  readonly resolve: (answer: WireAnswer) => void
  readonly reject: (error: unknown) => void
}

/** Larger bodies than this are read and parsed one after another; together they would take many times the bound. */
const largeBody = 256 * 1024
const oneLargeBody = pLimit(1)

/** Milliseconds; a longer one fires at once. */
const longestTimer = 2 ** 31 - 1

/** Turns of the event loop in which a process reads the data that arrived while it was paused: some megabytes each. */
const turnsToRead = 5

/** The state of one answer while it comes in. */
class AnswerReading implements Dispatcher.DispatchHandler {
  readonly #request: PreparedRequest
  readonly #limits: AnswerLimits
  readonly #outcome: Outcome
  readonly #chunks: Buffer[] = []
  #controller: Dispatcher.DispatchController | undefined
  #timer: NodeJS.Timeout
  #status: number | undefined
  #headers: Readonly<Record<string, string>> = {}
  /** Only for large bodies: others need not report their end. */
  #end: PromiseWithResolvers<undefined> | undefined
  #reading: Promise<void> | undefined
  readonly #release = (): void => this.#end?.resolve(undefined)
  #received = 0
  #settled = false

  constructor(request: PreparedRequest, limits: AnswerLimits, outcome: Outcome) {
    this.#request = request
    this.#limits = limits
    this.#outcome = outcome
    this.#timer = this.#timeout(limits.headersMs, 'no answer')
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.#controller = controller
    if (this.#settled) controller.abort(new Error('the request has timed out'))
  }

  onResponseStart(
    _: Dispatcher.DispatchController,
    status: number,
    headers: Readonly<Record<string, string | string[] | undefined>>,
  ): void {
    if (status < 200) return
    this.#status = status
    this.#headers = joinedHeaders(headers)
    clearTimeout(this.#timer)
    this.#timer = this.#timeout(this.#limits.bodyMs, 'the body did not end')
  }

  onResponseData(controller: Dispatcher.DispatchController, chunk: Buffer): void {
    if (this.#settled) return
    const room = this.#limits.bodyBytes - this.#received
    this.#chunks.push(chunk.length > room ? chunk.subarray(0, room) : chunk)
    this.#received += Math.min(chunk.length, room)
    if (chunk.length > room) {
      this.#answer(true)
      controller.abort(new Error('the body is too large'))
      collectGarbageSoon()
    } else if (this.#received > largeBody && this.#reading === undefined) {
      this.#reading = this.#waitForOthers(controller)
    }
  }

  /** Continues to read when no other large body is being read; the timeout of the body restarts then. */
  async #waitForOthers(controller: Dispatcher.DispatchController): Promise<void> {
    controller.pause()
    clearTimeout(this.#timer)
    this.#timer = this.#timeout(Number.POSITIVE_INFINITY, 'the body did not end')
    const end = Promise.withResolvers<undefined>()
    this.#end = end
    await oneLargeBody(() => {
      if (this.#settled) return undefined
      clearTimeout(this.#timer)
      this.#timer = this.#timeout(this.#limits.bodyMs, 'the body did not end')
      controller.resume()
      return end.promise
    })
  }

  onResponseEnd(): void {
    this.#answer(false)
  }

  onResponseError(_: Dispatcher.DispatchController | undefined, error: unknown): void {
    if (isUnsendable(error)) {
      this.#settle(() => this.#outcome.reject(new UnsendableRequestError(redact(error.message), this.#shown())))
      this.#release()
      return
    }
    this.#fail(transportFault(error), error instanceof Error ? error.message : String(error), error)
  }

  #shown(): string {
    return `${this.#request.method} ${this.#request.record.path}`
  }

  #timeout(timeoutMs: number, what: string): NodeJS.Timeout {
    const left = (this.#limits.deadline ?? Number.POSITIVE_INFINITY) - Date.now()
    const ms = Math.max(1, Math.min(timeoutMs, left, longestTimer))
    const kind = left < timeoutMs ? 'deadline' : 'timeout'
    return setTimeout(() => void this.#giveUp(kind, `${what} within ${ms} ms`), ms)
  }

  /** Ends the request unless the expected data has arrived: after a pause of the process, timers fire before pending data is read. */
  async #giveUp(kind: TransportFault, reason: string): Promise<void> {
    const timer = this.#timer
    for (let taken = 0; taken < turnsToRead; taken += 1) await turn()
    if (this.#settled || this.#timer !== timer) return
    this.#fail(kind, reason)
    this.#controller?.abort(new Error('the request has timed out'))
  }

  #answer(truncated: boolean): void {
    const status = this.#status
    if (status === undefined) {
      this.#fail('protocol', 'the answer has no status')
      return
    }
    // Only the beginning of a body above the bound is assembled: no claim can use the rest.
    const bytes = Buffer.concat(truncated ? this.#chunks.slice(0, 1) : this.#chunks)
    const received = this.#received
    this.#settle(() =>
      this.#outcome.resolve({ status, headers: this.#headers, bytes, received, truncated, release: this.#release }),
    )
  }

  #fail(kind: TransportFault, reason: string, cause?: unknown): void {
    const announced = Number(this.#headers['content-length'])
    const failure = {
      kind,
      // What OpenSSL says ends in a line break.
      reason: redact(reason).trim(),
      method: this.#request.method,
      path: this.#request.record.path,
      status: this.#status,
      receivedBytes: this.#received,
      announcedBytes: Number.isNaN(announced) ? undefined : announced,
      headers: this.#headers,
    }
    this.#settle(() => this.#outcome.reject(new TransportError(failure, { cause })))
    this.#release()
  }

  #settle(outcome: () => void): void {
    if (this.#settled) return
    this.#settled = true
    clearTimeout(this.#timer)
    this.#chunks.length = 0
    outcome()
  }
}

function isUnsendable(error: unknown): error is Error {
  if (!(error instanceof Error) || !('code' in error)) return false
  // undici reports a proxy's rejection with the error code of an invalid argument.
  if (error.message.startsWith('Proxy Authentication Required')) return false
  return (
    error.code === 'UND_ERR_INVALID_ARG' ||
    error.code === 'UND_ERR_NOT_SUPPORTED' ||
    error.code === 'UND_ERR_REQ_CONTENT_LENGTH_MISMATCH'
  )
}

type ReceivedHeaders = Readonly<Record<string, string | string[] | undefined>>

/** Repeated headers joined, without secrets; nearly always unchanged. */
function joinedHeaders(headers: ReceivedHeaders): Readonly<Record<string, string>> {
  if (areClean(headers)) return headers
  // Built from entries, so that a header called `__proto__` is an ordinary header.
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [
      name,
      redact(Array.isArray(value) ? value.join(', ') : (value ?? '')),
    ]),
  )
}

function areClean(headers: ReceivedHeaders): headers is Readonly<Record<string, string>> {
  return Object.values(headers).every((value) => typeof value === 'string' && redact(value) === value)
}
