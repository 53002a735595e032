import type { Exchange } from '../client/exchange.ts'
import { createPassiveChecks } from './passive/create-passive-checks.ts'
import { endpointOf } from './passive/endpoint-of.ts'
import { HarnessError } from './errors.ts'
import type { EvaluatedOn } from './evidence.ts'
import type { PassiveCheck, PassiveReport } from './passive-check.ts'
import type { RunJournal } from './run-journal.ts'

/** The case of what went to no endpoint of the contract. */
const elsewhere = 'other paths'

/** Lets every passive check judge every exchange, and writes what they say into the journal. */
export class PassiveInspection {
  readonly #judges: ReadonlyArray<{ readonly check: PassiveCheck; readonly report: PassiveReport }>
  readonly #journal: RunJournal
  #judged: Place | undefined

  constructor(journal: RunJournal) {
    this.#journal = journal
    this.#judges = createPassiveChecks().map((check) => ({ check, report: this.#reportOf(check) }))
  }

  inspect(exchange: Exchange): void {
    this.#judged = placeOf(exchange)
    for (const { check, report } of this.#judges) {
      try {
        check.judge(exchange, report)
      } catch (error) {
        const message = error instanceof Error ? (error.stack ?? error.message) : String(error)
        this.#journal.harnessProblem({ check: check.title, message })
      }
    }
  }

  /** Made once a check, and not anew for each of thousands of exchanges. */
  #reportOf({ title }: PassiveCheck): PassiveReport {
    const journal = this.#journal
    return {
      evaluated: (requirement, times = 1) => {
        const { at, on } = this.#place
        journal.evaluated(requirement, title, { times, at, on })
      },
      observed: (requirement, name, value) => journal.observed({ requirement, name, value }),
      violated: (requirement, failed) =>
        journal.violated({
          ...failed,
          requirement,
          check: title,
          fingerprint: `${failed.fingerprint ?? failed.claim}\n${this.#place.address}`,
          exchanges: [this.#place.exchange],
        }),
    }
  }

  /** Where the exchange stands that is judged now. */
  get #place(): Place {
    if (!this.#judged) throw new HarnessError('a passive check reports of no exchange')
    return this.#judged
  }
}

interface Place {
  readonly exchange: Exchange
  readonly on: EvaluatedOn
  /** The endpoint that it went to: the case. */
  readonly at: string
  /** The endpoint that it was meant for. */
  readonly address: string
}

function placeOf(exchange: Exchange): Place {
  return {
    exchange,
    on: { exchange, isPassive: true },
    at: endpointOf(exchange) ?? elsewhere,
    address: exchange.endpoint ?? `${exchange.request.method} elsewhere`,
  }
}
