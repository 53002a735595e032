import type { Mutant } from './mutant.ts'

/** What became of one mutant. */
export type MutantOutcome =
  /** The suite found something, the first that it found; or, if the suite is mutated, the proof that failed and how. */
  | { readonly state: 'killed'; readonly by: string; readonly claim: string }
  /** Nothing was found, and the report says so of parts of it only: checks had no answer, or could not begin. */
  | { readonly state: 'incomplete'; readonly reason: string }
  | Survived
  /** The service did not start or fell over: nobody could overlook it. */
  | { readonly state: 'unusable'; readonly reason: string }
  /** The run did not end in time: the service hangs, or the machine is slow. */
  | { readonly state: 'timed-out' }

/** The whole suite found nothing. */
export interface Survived {
  readonly state: 'survived'
  /** Whether its place was come to at all. */
  readonly isReached: boolean
  readonly exchanges: number
  /** Checks that were kept from beginning by something that failed. */
  readonly blocked: readonly string[]
  /** Documented requirements that nothing was seen of: a run says that it is incomplete. */
  readonly untested: readonly string[]
}

export interface Result {
  readonly mutant: Mutant
  readonly outcome: MutantOutcome
}
