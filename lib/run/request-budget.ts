/** What a run may send, and has sent. */
export interface BudgetOptions {
  readonly maxRequests: number | undefined
  readonly sent: () => number
}

/** Lets checks begin for which the requests that are left will do: what has begun is to come to its claim. */
export class RequestBudget {
  /** The shared set-ups that a check has been expected to make. */
  readonly setUps = new Set<number>()
  readonly #options: BudgetOptions
  readonly #waiting: Array<() => void> = []
  #reserved = 0
  #kept = 0

  constructor(options: BudgetOptions) {
    this.#options = options
  }

  /** Keeps requests for what can only run at the end. */
  keep(requests: number): void {
    this.#kept += requests
  }

  /**
   * Runs what is expected to send so many requests; `undefined` where fewer are left. It waits for those that have begun before. What
   * was kept is there for what runs at the end.
   */
  async within<Result>(requests: number, run: () => Promise<Result>, isAtTheEnd = false): Promise<Result | undefined> {
    const { maxRequests, sent } = this.#options
    if (maxRequests === undefined) return run()
    const most = maxRequests - (isAtTheEnd ? 0 : this.#kept)
    while (sent() + requests <= most && sent() + this.#reserved + requests > most)
      await new Promise<void>((resolve) => this.#waiting.push(resolve))
    if (sent() + requests > most) return undefined
    this.#reserved += requests
    try {
      return await run()
    } finally {
      this.#reserved -= requests
      for (const goOn of this.#waiting.splice(0)) goOn()
    }
  }
}
