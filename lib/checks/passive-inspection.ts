import type { Exchange } from '../client/exchange.ts'
import { endpointOf } from './passive/endpoint-of.ts'
import { HarnessError } from './errors.ts'
import type { EvaluationCount, EvaluatedOn } from './evaluations.ts'
import type { PassiveCheck, PassiveReport } from './passive-check.ts'
import type { RequirementId } from '../contract/requirement.ts'
import type { RunJournal } from './run-journal.ts'

/** The case of exchanges with no endpoint of the contract. */
const elsewhere = 'other paths'

/** Runs every passive check on every exchange, and writes their results into the journal. */
export class PassiveInspection {
  readonly #judges: ReadonlyArray<{ readonly check: PassiveCheck; readonly report: PassiveReport }>
  readonly #journal: RunJournal
  #judged: Place | undefined

  constructor(journal: RunJournal, checks: readonly PassiveCheck[]) {
    this.#journal = journal
    this.#judges = checks.map((check) => ({ check, report: this.#reportOf(check) }))
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

  /** Built once per check, and not for each of thousands of exchanges. */
  #reportOf({ title }: PassiveCheck): PassiveReport {
    const journal = this.#journal
    // Every exchange has some thirty evaluations, and nearly all of them had the same place before.
    const counts = new Map<string, Map<RequirementId, EvaluationCount>>()
    let last: { readonly of: Place; readonly known: Map<RequirementId, EvaluationCount> } | undefined
    return {
      evaluated: (requirement, times = 1) => {
        const judged = this.#place
        if (last?.of !== judged) last = { of: judged, known: knownAt(counts, judged.place) }
        const { known } = last
        const count = known.get(requirement)
        if (count) {
          count.count += times
          return
        }
        const { at, on } = judged
        const counted = journal.evaluated(requirement, title, { times, at, on })
        if (counted) known.set(requirement, counted)
      },
      observed: (requirement, name, value) => journal.observed({ requirement, name, value }),
      violated: (requirement, failed) =>
        journal.violated({
          ...failed,
          requirement,
          check: title,
          fingerprint: `${failed.fingerprint ?? failed.claim}\n${this.#place.address}`,
          way: 'any answer',
          exchanges: [this.#place.exchange],
          case: this.#place.at,
          foundIn: [this.#place.exchange.check],
        }),
    }
  }

  /** Where the exchange stands that is judged now. */
  get #place(): Place {
    if (!this.#judged) throw new HarnessError('a passive check reports of no exchange')
    return this.#judged
  }
}

function knownAt<Known>(places: Map<string, Map<RequirementId, Known>>, place: string): Map<RequirementId, Known> {
  const known = places.get(place) ?? new Map<RequirementId, Known>()
  places.set(place, known)
  return known
}

interface Place {
  readonly exchange: Exchange
  readonly on: EvaluatedOn
  /** Both of the following. */
  readonly place: string
  /** The endpoint that it went to: the case. */
  readonly at: string
  /** The endpoint that it was meant for. */
  readonly address: string
}

function placeOf(exchange: Exchange): Place {
  const at = endpointOf(exchange) ?? elsewhere
  const address = exchange.endpoint ?? `${exchange.request.method} elsewhere`
  const place = at === address ? at : `${at}, meant for ${address}`
  return { exchange, on: { exchange, isPassive: true }, place, at, address }
}
