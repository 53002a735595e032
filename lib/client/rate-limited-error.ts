/** A request that the target's rate limit did not let through in time: it tells nothing of what was asked. */
export class RateLimitedError extends Error {
  constructor() {
    super(
      'the rate limit was spent for longer than the run may wait; raise it for the run, or allow more with --deadline',
    )
    this.name = 'RateLimitedError'
  }
}
