import type { Exchange } from '../client/exchange.ts'
import type { RequirementId } from '../contract/requirement.ts'
import { summarizeExchange } from '../client/summarize-exchange.ts'
import type { Evidence } from './journal.ts'

/** What a requirement was evaluated on. */
export interface EvaluatedOn {
  readonly exchange: Exchange
  /** A check that judges every answer says less of a requirement than one that was made for it. */
  readonly isPassive: boolean
}

interface Kept {
  readonly evidence: Evidence
  readonly isPassive: boolean
  readonly endpoints: Set<string>
}

/** One exchange of each requirement, and the endpoints that it was evaluated at: what a reader is shown where nothing is wrong. */
export class EvidenceKept {
  readonly #kept = new Map<RequirementId, Kept>()

  add(requirement: RequirementId, check: string, { exchange, isPassive }: EvaluatedOn): void {
    const known = this.#kept.get(requirement)
    const { endpoint } = exchange
    if (known && (isPassive || !known.isPassive)) {
      if (endpoint !== undefined) known.endpoints.add(endpoint)
      return
    }
    const endpoints = known?.endpoints ?? new Set()
    if (endpoint !== undefined) endpoints.add(endpoint)
    const evidence = { requirement, check, endpoints: [], exchange: summarizeExchange(exchange) }
    this.#kept.set(requirement, { evidence, isPassive, endpoints })
  }

  all(): readonly Evidence[] {
    return [...this.#kept.values()].map(({ evidence, endpoints }) => ({ ...evidence, endpoints: [...endpoints] }))
  }
}
