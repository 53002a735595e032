import type { Exchange } from '../client/exchange.ts'
import type { RequirementId } from '../contract/requirement.ts'
import type { FailedClaim } from './finding.ts'

/** Where a passive check reports what it evaluated and observed, always under a requirement. */
export interface PassiveReport {
  evaluated(requirement: RequirementId, times?: number): void
  violated(requirement: RequirementId, failed: FailedClaim): void
  observed(requirement: RequirementId, name: string, value: string): void
}

/** A rule that is judged on every exchange of the run, whichever check sent it. */
export interface PassiveCheck {
  readonly title: string
  readonly requirements: readonly RequirementId[]
  readonly judge: (exchange: Exchange, report: PassiveReport) => void
}
