import type { Exchange } from '../../client/exchange.ts'
import type { Criterion } from './criterion.ts'
import type { Statement } from './statement.ts'

/**
 * What must be true of an answer, as data: a kind, the place that it concerns, and the lawful values there. `lib/wording/` turns
 * it into English.
 */
export type Claim = About & (Statement | Bare)

/** A claim in words of its own. */
export type Stated = About & Bare

/** What surrounds a claim, whatever its kind. */
export interface About {
  /** The subject of the claim, if it is not the endpoint: a noun phrase, such as `the list after the removal`. */
  readonly of?: string
  /** Whether the contract allows the claim here; if not, nothing is judged. Omitted: everywhere. */
  readonly where?: boolean
  /** The values that the claim judges one by one; if there are none, nothing is judged. Omitted: one thing, or the kind defines it. */
  readonly over?: Iterable<unknown>
  /** Whether a rejection is accepted too, because nothing should be shown. */
  readonly mayRefuse?: true
  /** The other answers of a comparison, besides the judged one. */
  readonly beside?: readonly Exchange[]
  /** The likely mistake of the target's developer. */
  readonly hint?: string
}

/** A claim that fits no kind, judged and worded by its check. */
export interface Bare {
  readonly kind?: 'bare'
  /** What should hold, as a plain assertion. */
  readonly claim: string
  readonly holds: boolean
  readonly expected: string
  readonly received: string
  /** What identifies the finding in every run: no ids, times or values of the run. By default the claim. */
  readonly fingerprint?: string
  /** How the answer alone shows whether the claim holds, if it does. */
  readonly criterion?: Criterion
}
