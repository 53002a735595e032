/** One entry of a validation error, as pydantic writes it. */
export interface Complaint {
  readonly type: string
  readonly loc: readonly (string | number)[]
  readonly msg: string
}

/** A request that is not served. */
export class Refusal extends Error {
  readonly status: number
  readonly code: string
  readonly details: unknown

  constructor(status: number, code: string, more: { readonly message?: string; readonly details?: unknown } = {}) {
    super(more.message ?? code.replaceAll('_', ' '))
    this.status = status
    this.code = code
    this.details = more.details
  }
}

export function invalid(errors: readonly Complaint[]): Refusal {
  return new Refusal(422, 'validation_error', { message: 'Request validation failed', details: { errors } })
}

export function missing(kind: string): Refusal {
  return new Refusal(404, `${kind}_not_found`, { message: `${kind} not found` })
}

export function forbidden(): Refusal {
  return new Refusal(403, 'forbidden', { message: 'You do not have access to this resource' })
}
