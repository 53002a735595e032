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
    for (const check of this.#checks) {
      try {
        check.judge(exchange, reportOf(this.#journal, check, exchange))
      } catch (error) {
        const message = error instanceof Error ? (error.stack ?? error.message) : String(error)
        this.#journal.harnessProblem({ check: check.title, message })
      }
    }
  }
}

function reportOf(journal: RunJournal, check: PassiveCheck, exchange: Exchange): PassiveReport {
  const at = endpointOf(exchange) ?? elsewhere
  const where = exchange.endpoint ?? `${exchange.request.method} elsewhere`
  return {
    evaluated: (requirement, times = 1) => journal.evaluated(requirement, check.title, { times, at }),
    observed: (requirement, name, value) => journal.observed({ requirement, name, value }),
    violated: (requirement, failed) =>
      journal.violated({
        ...failed,
        requirement,
        check: check.title,
        fingerprint: `${failed.claim}\n${where}`,
        exchanges: [exchange],
      }),
  }
}
