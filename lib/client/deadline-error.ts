/** A request that was not sent because the run's time is over. */
export class DeadlineError extends Error {
  constructor(request: string) {
    super(`the deadline of the run has passed: ${request}`)
    this.name = 'DeadlineError'
  }
}
