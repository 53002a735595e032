import type { Exchange } from '../client/exchange.ts'
import type { RequirementId } from '../contract/requirement.ts'
import { summarizeExchange } from '../client/summarize-exchange.ts'
import type { Evidence } from './journal.ts'

/** What a requirement was evaluated on. */
export interface EvaluatedOn {
  readonly exchange: Exchange
  /** A passive check says less about a requirement than a check that was written for it. */
  readonly isPassive: boolean
}

interface Kept {
  readonly evidence: Evidence
  readonly isPassive: boolean
  readonly endpoints: Set<string>
}

/** One exchange of each requirement, and the endpoints of its evaluations: the evidence if nothing is wrong. */
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
