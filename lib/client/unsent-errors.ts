import { show } from '../contract/show.ts'
/** A request that was not sent because the run's time is over. */
export class DeadlineError extends Error {
  constructor(request: string) {
    super(`the deadline of the run has passed; not sent: ${request}`)
    this.name = 'DeadlineError'
  }
}

/** A request that was not sent because the run has reached its request limit. */
export class RequestBudgetError extends Error {
  constructor(maxRequests: number, request: string) {
    super(`the run has sent its maximum of ${maxRequests} requests; not sent: ${request}`)
    this.name = 'RequestBudgetError'
  }
}

/** A request that the suite must not send, rejected before it was sent. The suite is at fault, not the target. */
export class UnsendableRequestError extends Error {
  constructor(problem: string, request: string) {
    super(`${problem}: ${request}`)
    this.name = 'UnsendableRequestError'
  }
}

/** A request with a configured key outside the Authorization header, if logs would keep it: rejected before it was sent. */
export class MisplacedKeyError extends Error {
  constructor(place: string, request: string) {
    super(
      `a configured key was about to be sent in the ${place}; only the Authorization header may hold it; not sent: ${request}`,
    )
    this.name = 'MisplacedKeyError'
  }
}

/** A request that the target's rate limit did not accept in time: it proves nothing. */
export class RateLimitedError extends Error {
  constructor() {
    super('the rate limit was exhausted for longer than the run may wait; raise the limit, or set a longer --deadline')
    this.name = 'RateLimitedError'
  }
}

/** A request that may change something, rejected before it was sent. */
export class WriteRefusedError extends Error {
  readonly method: string
  readonly path: string

  constructor(method: string, path: string) {
    super(`writes are not allowed; not sent: ${method} ${path}`)
    this.name = 'WriteRefusedError'
    this.method = method
    this.path = path
  }
}

/** A request with an id from the target that no address can contain: it is not a text, or has half a character. */
export class UnsendableIdError extends Error {
  constructor(id: unknown, field = 'id') {
    super(`\`${field}\` of a record was ${show(id)}, so it could not be used as an id`)
    this.name = 'UnsendableIdError'
  }
}
