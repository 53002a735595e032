export interface Issue {
  readonly loc: readonly (string | number)[]
  readonly msg: string
  readonly type: string
}

/** Thrown by a route, turned into an answer by the error middleware. */
export class HttpError extends Error {
  readonly status: number
  readonly code: string
  readonly issues: readonly Issue[] | undefined

  constructor(status: number, code: string, about: string | readonly Issue[] = code) {
    super(typeof about === 'string' ? about : 'Validation failed')
    this.status = status
    this.code = code
    this.issues = typeof about === 'string' ? undefined : about
  }
}

export function issue(field: string, msg: string, type = 'custom'): HttpError {
  return new HttpError(422, 'validation_error', [{ loc: [field], msg, type }])
}
