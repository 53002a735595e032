import type { RequirementId } from '../contract/requirement.ts'
import type { Evaluations, Evidence } from './journal.ts'
import type { Exchange } from '../client/exchange.ts'
import { summarizeExchange } from '../client/summarize-exchange.ts'

/** The number of evaluations, still to be added. */
export type EvaluationCount = Evaluations & { count: number }

/** The count of each case of a check; a check that makes its own claims has one case without a name. */
type CountsOfCheck = Map<string | undefined, EvaluationCount>

/**
 * Counts evaluations by requirement, check and case, in nested maps: every exchange adds some thirty, and a combined key would
 * must be built for each.
 */
export class EvaluationCounts {
  readonly #counts = new Map<RequirementId, Map<string, CountsOfCheck>>()

  /** The count of a case, 0 if it is a new one. */
  of(requirement: RequirementId, check: string, at: string | undefined): EvaluationCount {
    let checks = this.#counts.get(requirement)
    if (!checks) this.#counts.set(requirement, (checks = new Map()))
    let cases = checks.get(check)
    if (!cases) checks.set(check, (cases = new Map()))
    const known = cases.get(at)
    if (known) return known
    const count: EvaluationCount = { requirement, check, ...(at === undefined ? {} : { case: at }), count: 0 }
    cases.set(at, count)
    return count
  }

  /** Whether a requirement was evaluated by a check, or by any if none is named. */
  has(requirement: RequirementId, check?: string): boolean {
    const checks = this.#counts.get(requirement)
    return check === undefined ? checks !== undefined : checks?.has(check) === true
  }

  /** Removes what a check has evaluated of a requirement. */
  drop(requirement: RequirementId, check: string): void {
    const checks = this.#counts.get(requirement)
    checks?.delete(check)
    if (checks?.size === 0) this.#counts.delete(requirement)
  }

  /** A copy of every count. */
  all(): readonly Evaluations[] {
    return [...this.#counts.values()].flatMap((checks) =>
      [...checks.values()].flatMap((cases) => [...cases.values()].map((count) => ({ ...count }))),
    )
  }
}

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
