import { isList } from './content-of-lists.ts'
import type { Judgement, JudgementSources } from './judgement-sources.ts'

/** The judgement of a list that ought to be refused or to hold nothing. */
export function emptyJudgement({ finding, judged }: JudgementSources): Judgement | undefined {
  const mayBeEmpty = /\bno entr(?:y|ies)\b|\bempty page\b/.test(finding.expected)
  const mayBeRefused = /\brefus|\b4\d\d\b/.test(finding.expected)
  if (!mayBeEmpty || !mayBeRefused || !isList(judged.endpoint) || judged.status >= 300) return undefined
  return {
    lines: ['refused "$1" && return 0', 'accepted "$1" || return 2', '[ "$(count "$1")" = 0 ] && return 0', 'return 1'],
  }
}
