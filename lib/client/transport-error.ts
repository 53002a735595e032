import type { Exchange } from './exchange.ts'

/**
 * `deadline`: the run ended before the timeout; `gateway`: a component in front of the service reported an outage; `outage`:
 * nothing was sent, because the service is down.
 */
export type TransportFault =
  | 'refused'
  | 'reset'
  | 'timeout'
  | 'deadline'
  | 'closed'
  | 'protocol'
  | 'too-large'
  | 'gateway'
  | 'outage'

export interface TransportFailure {
  readonly kind: TransportFault
  readonly reason: string
  readonly method: string
  /** Path and query, secrets replaced. */
  readonly path: string
  /** Where an answer had begun. */
  readonly status?: number | undefined
  readonly receivedBytes?: number | undefined
  readonly announcedBytes?: number | undefined
  /** The headers of an answer that had begun. */
  readonly headers?: Readonly<Record<string, string>> | undefined
}

/** No answer, or an incomplete one. It proves nothing about the contract by itself. */
export class TransportError extends Error {
  readonly kind: TransportFault
  readonly reason: string
  readonly method: string
  readonly path: string
  readonly status: number | undefined
  readonly receivedBytes: number | undefined
  readonly announcedBytes: number | undefined
  readonly headers: Readonly<Record<string, string>>
  /** The request with the received part of its answer, if there is any. */
  begun: Exchange | undefined
  /** Whether it may not happen again. */
  mayPass = false
  /** Whether every attempt of the request was lost while others were answered, which breaks a rule. */
  isHeldAgainst = false

  constructor(failure: TransportFailure, options?: ErrorOptions) {
    super(`${failure.kind}: ${failure.reason}${progressOf(failure)}: ${failure.method} ${failure.path}`, options)
    this.name = 'TransportError'
    this.kind = failure.kind
    this.reason = failure.reason
    this.method = failure.method
    this.path = failure.path
    this.status = failure.status
    this.receivedBytes = failure.receivedBytes
    this.announcedBytes = failure.announcedBytes
    this.headers = failure.headers ?? {}
  }
}

/** Whether the lost answer may come another time: its check may start again. */
export function mayPass(error: unknown): error is TransportError {
  return error instanceof TransportError && error.mayPass
}

function progressOf({ status, receivedBytes = 0, announcedBytes }: TransportFailure): string {
  if (status === undefined) return ''
  const announced = announcedBytes === undefined ? '' : ` of ${announcedBytes}`
  return `, after status ${status} and ${receivedBytes}${announced} bytes`
}
