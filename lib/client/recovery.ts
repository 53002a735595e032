import { setTimeout as pause } from 'node:timers/promises'
import type { EndpointId } from '../service/interface/endpoint.ts'
import { succeeded, type Exchange } from './exchange.ts'
import { Losses, timesAskedAgain } from './losses.ts'
import { isOfGateway, Outage, type OutageOptions, type Presence } from './outage.ts'
import type { PreparedRequest } from './prepare-request.ts'
import type { Wait } from './request-gate.ts'
import { TransportError, type TransportFault } from './transport-error.ts'

export interface RecoveryOptions extends Omit<OutageOptions, 'look'> {
  /** Sends a request by itself and tells nobody. */
  readonly ask: (request: PreparedRequest) => Promise<Exchange>
  /** Whether a new connection opens. */
  readonly connects: () => Promise<boolean>
  /** Takes a request that was lost on every attempt while others were answered; returns whether that breaks a rule. */
  readonly onUnanswered: (error: TransportError) => boolean
}

export interface Lost {
  readonly error: unknown
  /** Milliseconds since the epoch. */
  readonly sentAt: number
  /** Whether the request may be sent once more as it is. */
  readonly isRepeatable: boolean
  /** How often it was. */
  readonly repeats: number
}

/** Milliseconds before a lost request is repeated, growing each time: a part of a service may be in a rollout. */
const pauses: Partial<Record<TransportFault, { readonly first: number; readonly factor: number }>> = {
  gateway: { first: 500, factor: 4 },
  reset: { first: 50, factor: 2 },
  closed: { first: 50, factor: 2 },
  protocol: { first: 50, factor: 2 },
  timeout: { first: 0, factor: 1 },
}

/** A larger answer is not requested only to see whether the target answers. */
const largestControl = 65_536

/**
 * Decides about requests with no or an incomplete answer. If the whole target is down, the client waits. If others are answered,
 * it repeats the request; if it is lost every time, the target is at fault.
 */
export class Recovery {
  readonly #options: RecoveryOptions
  readonly #outage: Outage
  readonly #losses = new Losses()
  /** Reads that were answered, one of each endpoint. */
  readonly #controls = new Map<EndpointId, PreparedRequest>()
  #askingForKey: Promise<boolean> | undefined
  /** Why nothing more is sent, if the target has revoked the key of the run. */
  #keyRefusal: string | undefined

  constructor(options: RecoveryOptions) {
    this.#options = options
    this.#outage = new Outage({ ...options, look: () => this.#look() })
  }

  /** Resolves at the end of the current outage. Throws if the client waited for the target in vain. */
  ready(request: PreparedRequest | undefined): Promise<void> | undefined {
    const reason = this.#keyRefusal ?? this.#outage.reasonAgainstSending()
    if (reason !== undefined) throw outageError(reason, request)
    return this.#outage.end
  }

  /** What everything waits for if the target is away. */
  get waiting(): Wait | undefined {
    return this.#outage.end && { reason: 'the target to answer again' }
  }

  /** Whether a request is asked again after it was lost. */
  readonly isAskedAgain = (request: PreparedRequest): boolean => this.#losses.isAskedAgain(request)

  /** Whether a request is given more time. */
  isPatient(request: PreparedRequest): boolean {
    return this.#losses.hasTimedOut(request)
  }

  answered(request: PreparedRequest, exchange: Exchange): void {
    this.#outage.answered()
    this.#losses.answered(request)
    const { endpoint, broken } = request.description
    const isPlain = request.method === 'GET' && request.identity === 'own' && broken === undefined
    if (endpoint !== undefined && isPlain && succeeded(exchange) && exchange.bodyBytes <= largestControl)
      this.#controls.set(endpoint, request)
  }

  /**
   * Throws if the target refuses the key of the run altogether, every read included that it answered before: a key that expires
   * or is revoked during a run breaks no requirement.
   */
  async requireKey(request: PreparedRequest, { status }: Exchange): Promise<void> {
    if (status !== 401 || request.identity !== 'own' || request.description.judgesKey === true) return
    this.#askingForKey ??= this.#isKeyRefused().finally(() => (this.#askingForKey = undefined))
    if (!(await this.#askingForKey)) return
    const since = new Date().toISOString()
    this.#keyRefusal ??= `the target has refused the API key of the run since ${since}; no more requests were sent`
    throw outageError(this.#keyRefusal, request)
  }

  async #isKeyRefused(): Promise<boolean> {
    for (const control of this.#controls.values()) {
      const answer = await this.#options.ask(control).catch(() => undefined)
      if (answer?.status !== 401) return false
    }
    return this.#controls.size > 0
  }

  /**
   * Resolves if the request should be sent again, or with a gateway's answer if only this request fails. Otherwise throws the
   * error, with `mayPass` if its check may start again.
   */
  async afterLoss(request: PreparedRequest, lost: Lost): Promise<Exchange | undefined> {
    const { error } = lost
    if (!(error instanceof TransportError)) throw error
    if (error.kind === 'refused') return this.#waitFor(request, error, true)
    // An answer that the run itself cut off is not the target's fault.
    if (!(error.kind in pauses)) throw error
    // Before any other answer, an outage cannot be distinguished from a target that always answers so.
    if (error.kind === 'gateway' && this.#controls.size === 0) return error.begun
    const presence = await this.#look(request.description.endpoint)
    if (presence === 'away') return this.#waitFor(request, error, lost.isRepeatable)
    if (presence === 'here') return this.#askAgain(request, error, lost)
    if (lost.repeats > 0 || !lost.isRepeatable || error.kind === 'timeout') throw error
    return undefined
  }

  async #waitFor(request: PreparedRequest, error: TransportError, isRepeatable: boolean): Promise<undefined> {
    if (!(await this.#outage.isWaitedOut())) {
      const reason = this.#outage.lasting
      throw reason === undefined ? error : outageError(reason, request)
    }
    if (isRepeatable) return
    error.mayPass = true
    throw error
  }

  async #askAgain(
    request: PreparedRequest,
    error: TransportError,
    { sentAt, isRepeatable }: Lost,
  ): Promise<Exchange | undefined> {
    const times = this.#losses.lost(request, { sentAt, hasTimedOut: error.kind === 'timeout' })
    if (times > timesAskedAgain) {
      if (error.kind === 'gateway') return error.begun
      error.isHeldAgainst = this.#options.onUnanswered(error)
      throw error
    }
    const { first = 0, factor = 1 } = pauses[error.kind] ?? {}
    const { signal } = this.#options
    await pause(first * factor ** (times - 1), undefined, { signal }).catch(() => undefined)
    if (isRepeatable) return undefined
    error.mayPass = true
    throw error
  }

  /** Asks something else than what was lost. */
  async #look(lost?: EndpointId): Promise<Presence> {
    const control = [...this.#controls].find(([endpoint]) => endpoint !== lost)?.[1]
    if (control === undefined) return (await this.#options.connects()) ? 'unknown' : 'away'
    try {
      return isOfGateway(await this.#options.ask(control)) ? 'away' : 'here'
    } catch (error) {
      return error instanceof TransportError && !['timeout', 'deadline'].includes(error.kind) ? 'away' : 'unknown'
    }
  }
}

function outageError(reason: string, request: PreparedRequest | undefined): TransportError {
  const { method = '', path = '' } = request?.record ?? {}
  return new TransportError({ kind: 'outage', reason, method, path })
}
