/** One entry of `details.errors` of a validation error. */
export interface ValidationEntry {
  readonly loc: readonly (string | number)[]
  readonly msg: string
  readonly type: string
}

/** What an error answer says. */
export interface Refusal {
  readonly status: number
  readonly code: string
  readonly message: string
  readonly details?: Readonly<Record<string, unknown>>
}

/** A refusal on its way to the error handler, which is the one place that writes error bodies. */
export class ServiceError extends Error {
  readonly status: number
  readonly code: string
  readonly details: Readonly<Record<string, unknown>> | undefined

  constructor(refusal: Refusal) {
    super(refusal.message)
    this.status = refusal.status
    this.code = refusal.code
    this.details = refusal.details
  }
}

export function unauthorized(): ServiceError {
  return new ServiceError({ status: 401, code: 'unauthorized', message: 'a valid API key is required' })
}

export function forbidden(): ServiceError {
  return new ServiceError({ status: 403, code: 'forbidden', message: 'this API key does not reach the resource' })
}

export function notFound(message = 'no such resource', code = 'not_found'): ServiceError {
  return new ServiceError({ status: 404, code, message })
}

export function methodNotAllowed(): ServiceError {
  return new ServiceError({ status: 405, code: 'method_not_allowed', message: 'the path does not have this method' })
}

export function conflict(code: string, message: string): ServiceError {
  return new ServiceError({ status: 409, code, message })
}

export function invalidRequest(message: string, code = 'invalid_request'): ServiceError {
  return new ServiceError({ status: 400, code, message })
}

export function expectationFailed(): ServiceError {
  return new ServiceError({ status: 417, code: 'expectation_failed', message: 'the Expect header cannot be met' })
}

export function rateLimitExceeded(): ServiceError {
  return new ServiceError({ status: 429, code: 'rate_limit_exceeded', message: 'too many requests' })
}

/** What a client sees of anything that we did not foresee. */
export function broken(): ServiceError {
  return new ServiceError({ status: 500, code: 'internal_error', message: 'something went wrong' })
}

/** A 422 that lists what is wrong, entry by entry. */
export function validationError(...errors: readonly ValidationEntry[]): ServiceError {
  const message = errors.map((entry) => `${entry.loc.join('.')}: ${entry.msg}`).join('; ')
  return new ServiceError({ status: 422, code: 'validation_error', message, details: { errors } })
}
