/** An error as this service returns it. */
export class Problem extends Error {
  readonly status: number
  readonly code: string
  readonly field: string | undefined

  constructor(status: number, code: string, field?: string) {
    super(field === undefined ? code : `${field}: is not valid`)
    this.status = status
    this.code = code
    this.field = field
  }

  /** As it goes over the wire: sorted keys, no null. */
  toJSON(): unknown {
    const errors = [{ loc: [this.field], msg: this.message, type: 'invalid' }]
    const details = this.status === 422 && this.field !== undefined ? { details: { errors } } : {}
    return { ...details, error: this.code, message: this.message }
  }
}

export function invalid(field: string): Problem {
  return new Problem(422, 'validation_error', field)
}
