import type { Exchange } from '../client/exchange.ts'
import { createPassiveChecks } from './passive/create-passive-checks.ts'
import { endpointOf } from './passive/endpoint-of.ts'
import type { PassiveCheck, PassiveReport } from './passive-check.ts'
import type { RunJournal } from './run-journal.ts'

/** The case of what went to no endpoint of the contract. */
const elsewhere = 'other paths'

/** Lets every passive check judge every exchange, and writes what they say into the journal. */
export class PassiveInspection {
  readonly #checks = createPassiveChecks()
  readonly #journal: RunJournal

  constructor(journal: RunJournal) {
    this.#journal = journal
  }

  inspect(exchange: Exchange): void {
    const where = placeOf(exchange)
    for (const check of this.#checks) {
      try {
        check.judge(exchange, this.#reportOf(check, where))
      } catch (error) {
        const message = error instanceof Error ? (error.stack ?? error.message) : String(error)
        this.#journal.harnessProblem({ check: check.title, message })
      }
    }
  }

  #reportOf({ title }: PassiveCheck, { exchange, at, address }: Place): PassiveReport {
    const journal = this.#journal
    return {
      evaluated: (requirement, times = 1) => journal.evaluated(requirement, title, { times, at }),
      observed: (requirement, name, value) => journal.observed({ requirement, name, value }),
      violated: (requirement, failed) =>
        journal.violated({
          ...failed,
          requirement,
          check: title,
          fingerprint: `${failed.fingerprint ?? failed.claim}\n${address}`,
          exchanges: [exchange],
        }),
    }
  }
}

interface Place {
  readonly exchange: Exchange
  /** The endpoint that it went to: the case. */
  readonly at: string
  /** The endpoint that it was meant for. */
  readonly address: string
}

function placeOf(exchange: Exchange): Place {
  return {
    exchange,
    at: endpointOf(exchange) ?? elsewhere,
    address: exchange.endpoint ?? `${exchange.request.method} elsewhere`,
  }
}
