import { countJudgement } from './count-judgement.ts'
import { criterionJudgement } from './criterion-judgement.ts'
import { digestJudgement } from './digest-judgement.ts'
import { emptyJudgement } from './empty-judgement.ts'
import { headerJudgement } from './header-judgement.ts'
import type { Judgement, JudgementSources } from './judgement-sources.ts'
import { listJudgement } from './list-judgement.ts'
import { pairJudgement } from './pair-judgement.ts'
import { presenceJudgement } from './presence-judgement.ts'
import { sameJudgement } from './same-judgement.ts'
import { valueJudgement } from './value-judgement.ts'

/** The judgement of a finding; `undefined` where a script cannot judge it. */
export function judgement(sources: JudgementSources): Judgement | undefined {
  const { finding } = sources
  // What a window holds is a matter of the moment, and of whoever else sends.
  if (finding.requirement.startsWith('RATE')) return undefined
  return (
    criterionJudgement(sources) ??
    listJudgement(sources) ??
    sameJudgement(sources) ??
    digestJudgement(sources) ??
    emptyJudgement(sources) ??
    headerJudgement(sources) ??
    pairJudgement(sources) ??
    countJudgement(sources) ??
    valueJudgement(sources) ??
    presenceJudgement(sources)
  )
}
