/** A request that was not sent because the run has sent as many as it may. */
export class RequestBudgetError extends Error {
  constructor(maxRequests: number, request: string) {
    super(`the run may send ${maxRequests} requests and has: ${request}`)
    this.name = 'RequestBudgetError'
  }
}
