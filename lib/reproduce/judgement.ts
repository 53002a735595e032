import type { NewFinding } from '../checks/run-journal.ts'
import type { Exchange } from '../client/exchange.ts'
import { countJudgement } from './count-judgement.ts'
import { criterionJudgement } from './criterion-judgement.ts'
import type { NamedIds } from './name-ids.ts'
import { pairJudgement } from './pair-judgement.ts'
import { presenceJudgement } from './presence-judgement.ts'
import type { RequestLines } from './request-lines.ts'
import { valueJudgement } from './value-judgement.ts'

export interface JudgementSources {
  readonly finding: NewFinding
  /** The last exchange that tells. */
  readonly judged: Exchange
  /** The one that the claim names, the same in most cases. */
  readonly about: Exchange
  readonly trail: readonly Exchange[]
  readonly names: NamedIds
  readonly lines: RequestLines
}

/**
 * How a script tells from the answers whether the rule is kept: the lines of a function whose end is 0 where it is, 1 where
 * the breach of the run is there again, and 2 where the answers show neither.
 */
export interface Judgement {
  readonly lines: readonly string[]
  /** Whether a time is compared, which a second may hide. */
  readonly comparesTimes?: true
}

/** The judgement of a finding; `undefined` where a script cannot judge it. */
export function judgement(sources: JudgementSources): Judgement | undefined {
  const { finding } = sources
  // What a window holds is a matter of the moment, and of whoever else sends.
  if (finding.requirement.startsWith('RATE')) return undefined
  return (
    criterionJudgement(sources) ??
    pairJudgement(sources) ??
    countJudgement(sources) ??
    valueJudgement(sources) ??
    presenceJudgement(sources)
  )
}
