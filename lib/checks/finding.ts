import type { ExchangeSummary } from '../client/summarize-exchange.ts'
import type { RequirementId } from '../contract/requirement.ts'

/** How an answer alone tells whether a claim holds, where it does: what a script can ask without the suite. */
export type Criterion =
  /** Its status is one of these, or of a class: `2`, `4`; `below 500` is any other than a server error. */
  | { readonly kind: 'status'; readonly lawful: readonly number[] | 'a success' | 'a refusal' | 'below 500' }
  | { readonly kind: 'code'; readonly lawful: readonly string[] }
  /** The list has, or has not, the entry with this id. */
  | { readonly kind: 'entry'; readonly id: string; readonly listed: boolean }
  /** Its validation errors name this field or parameter. */
  | { readonly kind: 'location'; readonly name: string }
  /** A value of a shape is of one of these kinds. */
  | { readonly kind: 'type'; readonly lawful: readonly JsonKind[] }
  /** One of several is accepted; the others are refused, with this status where one is stated. */
  | { readonly kind: 'race'; readonly others: number | readonly number[] | undefined }

/** What a script can tell of a value from how it is written. */
export type JsonKind =
  | 'nothing'
  | 'null'
  | 'boolean'
  | 'integer'
  | 'fraction'
  | 'UUID'
  | 'time'
  | 'text'
  | 'texts'
  | 'object'

/** A claim that does not hold, as it is told everywhere: what was claimed, what that takes, and what came instead. */
export interface FailedClaim {
  /** What should hold, as a plain assertion: `product.archived is a boolean`. */
  readonly claim: string
  /** What makes it the same finding in every run, in any version: no ids, times or values of the run. The claim, where it is left out. */
  readonly fingerprint?: string
  readonly expected: string
  readonly received: string
  readonly hint?: string
  readonly criterion?: Criterion
}

/** A broken requirement with its evidence, as plain data: the same from the check that found it to the page that shows it. */
export interface Finding extends Omit<FailedClaim, 'criterion' | 'fingerprint'> {
  readonly requirement: RequirementId
  /** Title of the check that found it. */
  readonly check: string
  /** Twelve hex digits, the same from run to run: two findings of one signature are one. */
  readonly signature: string
  /** What led there, redacted; the judged exchange comes last. */
  readonly exchanges: readonly ExchangeSummary[]
  /** A curl command that sends the judged request again. */
  readonly reproduce: string
  /** A shell script that makes what it needs, sends the judged request, and says whether the breach is there. */
  readonly script?: string
  readonly occurrences: number
  /** Requirements whose violation, if there is one, is the cause of this finding. */
  readonly causedBy?: readonly RequirementId[]
  readonly counterexample?: string
  readonly seed?: number
  /** fast-check's path to the counterexample. */
  readonly path?: string
}
