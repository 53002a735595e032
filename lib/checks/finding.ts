import type { ExchangeSummary } from '../client/summarize-exchange.ts'
import type { RequirementId } from '../contract/requirement.ts'

/** A claim that does not hold, as it is told everywhere: what was claimed, what that takes, and what came instead. */
export interface FailedClaim {
  /** Short and stable: no ids, times or values of the run. */
  readonly claim: string
  readonly expected: string
  readonly received: string
  readonly hint?: string
}

/** A broken requirement with its evidence, as plain data: the same from the check that found it to the page that shows it. */
export interface Finding extends FailedClaim {
  readonly requirement: RequirementId
  /** Title of the check that found it. */
  readonly check: string
  /** Twelve hex digits, the same from run to run: two findings of one signature are one. */
  readonly signature: string
  /** What led there, redacted; the judged exchange comes last. */
  readonly exchanges: readonly ExchangeSummary[]
  /** A curl command that sends the judged request again. */
  readonly reproduce: string
  readonly occurrences: number
  /** Requirements whose violation, if there is one, is the cause of this finding. */
  readonly causedBy?: readonly RequirementId[]
  readonly counterexample?: string
  readonly seed?: number
  /** fast-check's path to the counterexample. */
  readonly path?: string
}
