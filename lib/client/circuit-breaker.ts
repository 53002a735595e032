/** Time-outs in a row after which an endpoint is asked no more. */
const ofOneEndpoint = 5

/** Time-outs in a row, whatever was asked, after which nothing is asked any more. */
const ofTheTarget = 16

/** Keeps count of requests that had no answer in time: each costs half a minute, and a target that hangs gives none at all. */
export class CircuitBreaker {
  readonly #byEndpoint = new Map<string, number>()
  #inAll = 0

  timedOut(endpoint: string): void {
    this.#byEndpoint.set(endpoint, this.#of(endpoint) + 1)
    this.#inAll += 1
  }

  answered(endpoint: string): void {
    this.#byEndpoint.delete(endpoint)
    this.#inAll = 0
  }

  /** Why a request to an endpoint is not worth sending; `undefined` where it is. */
  reasonAgainst(endpoint: string): string | undefined {
    if (this.#inAll >= ofTheTarget) return `not sent, the last ${this.#inAll} requests had no answer in time`
    const count = this.#of(endpoint)
    return count < ofOneEndpoint
      ? undefined
      : `not sent, the last ${count} requests to ${endpoint} had no answer in time`
  }

  #of(endpoint: string): number {
    return this.#byEndpoint.get(endpoint) ?? 0
  }
}
