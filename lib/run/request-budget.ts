/** What a run may send, and has sent. */
export interface BudgetOptions {
  readonly maxRequests: number | undefined
  readonly sent: () => number
}

/** Starts only checks for which the remaining requests are enough, so that a started check reaches its claim. */
export class RequestBudget {
  /** The shared set-ups that are expected from checks that already started. */
  readonly setUps = new Set<number>()
  readonly #options: BudgetOptions
  readonly #waiting: Array<() => void> = []
  #reserved = 0
  #kept = 0
  #keptFor: ReadonlySet<string> = new Set()

  constructor(options: BudgetOptions) {
    this.#options = options
  }

  /** Keeps requests for the checks of these titles, which can only run at the end. */
  keep(requests: number, titles: ReadonlySet<string>): void {
    this.#kept += requests
    this.#keptFor = titles
  }

  /**
   * Runs something that is expected to send this many requests; returns `undefined` if fewer remain. It waits for what started
   * before, unless it sends nothing itself. Only those for which requests are kept may use them.
   */
  async within<Result>(requests: number, run: () => Promise<Result>, title = ''): Promise<Result | undefined> {
    const { maxRequests, sent } = this.#options
    if (maxRequests === undefined || requests === 0) return run()
    const most = maxRequests - (this.#keptFor.has(title) ? 0 : this.#kept)
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
