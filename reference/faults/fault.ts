import type { Change } from '../changes/change.ts'

/** One deliberate fault: what the broken service does, and exactly the requirements that a full run finds violated. */
export interface Fault {
  readonly title: string
  readonly breaks: readonly string[]
  /** What makes the service do it; several together where one alone would not show. */
  readonly changes: readonly Change[]
}

/** Declares a family of faults by their names, which are typed from it. */
export function defineFaults<const Family extends Readonly<Record<string, Fault>>>(family: Family): Family {
  return family
}
