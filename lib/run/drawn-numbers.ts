import fc from 'fast-check'
import { randomInt } from 'node:crypto'
import { succeeded, type Exchange } from '../client/exchange.ts'

/** Draws of one number: a format may have few that are not drawn yet. */
const drawsOfOne = 100
/** Further attempts of all checks together: where every number is refused, more of them show nothing more. */
const attemptsOfRun = 1000

/**
 * Part numbers drawn from the format that a target declares for everywhere. lawful: a format as narrow as `^PN-[0-9]{4}$`, many of whose
 * numbers the organization has or had already; which ones no request tells.
 */
export class DrawnNumbers {
  readonly #drawn = new Set<string>()
  #attemptsLeft = attemptsOfRun

  /** One of the format that this run has not drawn before, as far as there is one. */
  draw(format: RegExp): string {
    const samples = fc.sample(fc.stringMatching(format), { numRuns: drawsOfOne, seed: randomInt(2 ** 31 - 1) })
    const number = samples.find((sample) => !this.#drawn.has(sample)) ?? samples[0] ?? ''
    this.#drawn.add(number)
    return number
  }

  /** Whether one of them conflicts that no request was given before: others of the organization may have it, and another number is needed. */
  mayBeInUse(exchanges: readonly Exchange[]): boolean {
    if (this.#drawn.size === 0) return false
    const [accepted, conflicting] = [new Set<string>(), new Set<string>()]
    for (const exchange of exchanges) {
      const numbers = exchange.status === 409 ? conflicting : succeeded(exchange) ? accepted : undefined
      if (numbers) for (const number of this.#in(exchange)) numbers.add(number)
    }
    return [...conflicting].some((number) => !accepted.has(number))
  }

  /** Whether a check may be made once more; counts that it is. */
  allowsAttempt(): boolean {
    this.#attemptsLeft -= 1
    return this.#attemptsLeft >= 0
  }

  #in({ request }: Exchange): readonly string[] {
    const texts = request.body?.text.match(/"(?:[^"\\]|\\.)*"/g) ?? []
    return texts.map((text) => text.slice(1, -1)).filter((text) => this.#drawn.has(text))
  }
}
