import type { Exchange } from '../client/exchange.ts'
import type { RequirementId } from '../contract/requirement.ts'

/** What a passive check saw wrong. `rule` is short, stable text: it makes two sightings of one breach the same finding. */
export interface Objection {
  readonly rule: string
  readonly expected: string
  readonly actual: string
  readonly hint?: string
}

/** Where a passive check says what it looked at and what it saw, always under a requirement. */
export interface PassiveReport {
  looked(requirement: RequirementId, times?: number): void
  objects(requirement: RequirementId, objection: Objection): void
  observes(requirement: RequirementId, name: string, value: string): void
}

/** A rule that is judged on every exchange of the run, whatever the exchange was made for. */
export interface PassiveCheck {
  readonly title: string
  readonly requirements: readonly RequirementId[]
  readonly look: (exchange: Exchange, report: PassiveReport) => void
}
