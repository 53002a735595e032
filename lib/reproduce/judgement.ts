import { eitherJudgement } from './either-judgement.ts'
import { countJudgement } from './count-judgement.ts'
import { criterionJudgement } from './criterion-judgement.ts'
import { digestJudgement } from './digest-judgement.ts'
import { emptyJudgement } from './empty-judgement.ts'
import { fieldJudgement } from './field-judgement.ts'
import { headerJudgement } from './header-judgement.ts'
import { idsJudgement } from './ids-judgement.ts'
import type { Judgement, JudgementSources } from './judgement-sources.ts'
import { listJudgement } from './list-judgement.ts'
import { notBackJudgement, nowJudgement } from './now-judgement.ts'
import { numberJudgement } from './number-judgement.ts'
import { oneFieldJudgement } from './one-field-judgement.ts'
import { pairJudgement } from './pair-judgement.ts'
import { matrixJudgement } from './matrix-judgement.ts'
import { presenceJudgement } from './presence-judgement.ts'
import { risesJudgement } from './rises-judgement.ts'
import { recordJudgement, rowsJudgement } from './rows-judgement.ts'
import { sameJudgement } from './same-judgement.ts'
import { sentFieldsJudgement } from './sent-fields-judgement.ts'
import { shapeJudgement } from './shape-judgement.ts'
import { textJudgement } from './text-judgement.ts'
import { valueJudgement } from './value-judgement.ts'
import { wholeAnswerJudgement } from './whole-answer-judgement.ts'

/** The judgement of a finding; `undefined` where a script cannot judge it. */
export function judgement(sources: JudgementSources): Judgement | undefined {
  return (
    eitherJudgement(sources, judgement) ??
    criterionJudgement(sources) ??
    wholeAnswerJudgement(sources) ??
    textJudgement(sources) ??
    risesJudgement(sources) ??
    nowJudgement(sources) ??
    notBackJudgement(sources) ??
    fieldJudgement(sources) ??
    listJudgement(sources) ??
    rowsJudgement(sources) ??
    sameJudgement(sources) ??
    idsJudgement(sources) ??
    digestJudgement(sources) ??
    emptyJudgement(sources) ??
    headerJudgement(sources) ??
    pairJudgement(sources) ??
    countJudgement(sources) ??
    numberJudgement(sources) ??
    matrixJudgement(sources) ??
    shapeJudgement(sources) ??
    valueJudgement(sources) ??
    presenceJudgement(sources) ??
    recordJudgement(sources) ??
    sentFieldsJudgement(sources) ??
    oneFieldJudgement(sources, judgement)
  )
}
