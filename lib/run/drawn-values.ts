import fc from 'fast-check'
import { randomInt } from 'node:crypto'
import { succeeded, type Exchange } from '../client/exchange.ts'

/** Attempts to draw one number: a format may have few unused ones left. */
const drawsOfOne = 100
/** Attempts of one check, however many numbers it sends. */
const attemptsOfCheck = 64
/** Further attempts of all checks together: if every number is rejected, more attempts show nothing new. */
const attemptsOfRun = 1000

/**
 * Part numbers drawn from the format that a target declares for all workspaces. lawful: a narrow format such as `^PN-[0-9]{4}$`,
 * of which the organization has used many numbers already; no request shows which
 */
export class DrawnNumbers {
  readonly #drawn = new Set<string>()
  #attemptsLeft = attemptsOfRun

  /** A number of the format that this run has not drawn before, if there is one. */
  draw(format: RegExp): string {
    const samples = fc.sample(fc.stringMatching(format), { numRuns: drawsOfOne, seed: randomInt(2 ** 31 - 1) })
    const number = samples.find((sample) => !this.#drawn.has(sample)) ?? samples[0] ?? ''
    this.#drawn.add(number)
    return number
  }

  /**
   * Whether one of them conflicts although the run never sent it before: others of the organization may have it, so another
   * number is needed.
   */
  mayBeInUse(exchanges: readonly Exchange[]): boolean {
    if (this.#drawn.size === 0) return false
    const [accepted, conflicting] = [new Set<string>(), new Set<string>()]
    for (const exchange of exchanges) {
      const numbers = exchange.status === 409 ? conflicting : succeeded(exchange) ? accepted : undefined
      if (numbers) for (const number of this.#in(exchange)) numbers.add(number)
    }
    return [...conflicting].some((number) => !accepted.has(number))
  }

  /** If half of a format's numbers are in use, one of this many attempts finds all of them free, in 99 of 100 checks. */
  attemptsFor(exchanges: readonly Exchange[]): number {
    const numbers = new Set(exchanges.flatMap((exchange) => this.#in(exchange)))
    return Math.min(attemptsOfCheck, 5 * 2 ** numbers.size)
  }

  /** Whether a check may run once more; counts it if so. */
  allowsAttempt(): boolean {
    this.#attemptsLeft -= 1
    return this.#attemptsLeft >= 0
  }

  #in({ request }: Exchange): readonly string[] {
    const texts = request.body?.text.match(/"(?:[^"\\]|\\.)*"/g) ?? []
    return texts.map((text) => text.slice(1, -1)).filter((text) => this.#drawn.has(text))
  }
}

/** Words that checks share, such as a common beginning of names. */
export class DrawnWords {
  readonly #drawn = new Map<string, string>()

  /** The word of a purpose: drawn by who asks first. */
  of(purpose: string, draw: () => string): string {
    const word = this.#drawn.get(purpose) ?? draw()
    this.#drawn.set(purpose, word)
    return word
  }

  /** Every word is different from now on: a lost request may have been executed, so a name may be in use. */
  forget(): void {
    this.#drawn.clear()
  }
}
