import type { Exchange } from '../../client/exchange.ts'
import type { Criterion } from './criterion.ts'
import type { Statement } from './statement.ts'

/** What must hold of an answer, as data: a kind, the place that it is about, and what is lawful there. `lib/wording/` says it in English. */
export type Claim = About & (Statement | Bare)

/** A claim in words of its own. */
export type Stated = About & Bare

/** What surrounds a claim, whatever its kind. */
export interface About {
  /** What is judged, where the endpoint does not say it: a noun phrase, such as `the list after the removal`. */
  readonly of?: string
  /** Where the contract lets it be claimed at all; elsewhere nothing is judged. Left out: everywhere. */
  readonly where?: boolean
  /** What it says something of each: of none, nothing is judged. Left out: it is about one thing, or its kind says what. */
  readonly over?: Iterable<unknown>
  /** Whether a refusal does as well: where nothing is to be shown. */
  readonly mayRefuse?: true
  /** The other answers that it compares, beside the one that is judged. */
  readonly beside?: readonly Exchange[]
  /** The mistake that a developer of the target has likely made. */
  readonly hint?: string
}

/** What no kind fits, judged and worded by whoever claims it. */
export interface Bare {
  readonly kind?: 'bare'
  /** What should hold, as a plain assertion. */
  readonly claim: string
  readonly holds: boolean
  readonly expected: string
  readonly received: string
  /** What makes it the same finding in every run: no ids, times or values of the run. The claim, where it is left out. */
  readonly fingerprint?: string
  /** How an answer alone tells whether it holds, where it does. */
  readonly criterion?: Criterion
}
