import type { Change } from '../changes/change.ts'

/** One deliberate fault: what the broken service does, and exactly the requirements that a full run finds violated. */
export interface Fault {
  readonly title: string
  readonly breaks: readonly string[]
  /** What makes the service do it; several together if one alone would not show. */
  readonly changes: readonly Change[]
  /** It shows within a window of time alone, so that a test of it needs a clock of its own: a busy machine may be later. */
  readonly byTheClock?: true
  /** The first tier of the proof tries one of the faults with the same name here. */
  readonly sampledWith?: string
}

/** Declares a family of faults by their names, which are typed from it. */
export function defineFaults<const Family extends Readonly<Record<string, Fault>>>(family: Family): Family {
  return family
}
