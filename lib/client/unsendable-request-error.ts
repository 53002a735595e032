/** A request that the suite cannot mean: refused before it was sent. The suite is at fault, not the target. */
export class UnsendableRequestError extends Error {
  constructor(problem: string, request: string) {
    super(`${problem}: ${request}`)
    this.name = 'UnsendableRequestError'
  }
}
