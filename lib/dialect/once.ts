import { RateLimitedError } from '../client/unsent-errors.ts'
import { timesAskedAgain } from '../client/losses.ts'
import { TransportError } from '../client/transport-error.ts'

/**
 * Stores what was learned under each name; concurrent callers wait for the same result. A lost answer, a rate-limited request and
 * errors with `mayPass` are tried again.
 */
export class Once {
  readonly #known = new Map<string, Promise<unknown>>()
  readonly #faults = new Map<string, number>()

  of<Value>(name: string, find: () => Promise<Value>, mayPass = (): boolean => false): Promise<Value> {
    const known = this.#known.get(name)
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a name stands for one kind of thing: what is stored under it was found by the same finder
    if (known) return known as Promise<Value>
    const finding = find()
    this.#known.set(name, finding)
    const forgetIfPassing = (): void => {
      if (mayPass()) this.#known.delete(name)
    }
    void finding.then(forgetIfPassing, (error: unknown) => {
      const faults = (this.#faults.get(name) ?? 0) + 1
      this.#faults.set(name, faults)
      const isLost = error instanceof TransportError && faults <= timesAskedAgain
      const passing = error instanceof RateLimitedError || isLost
      if (passing) this.#known.delete(name)
      else forgetIfPassing()
    })
    return finding
  }
}
