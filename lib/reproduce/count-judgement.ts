import { entriesOf } from './place.ts'
import { isList } from './chain-of.ts'
import type { Judgement, JudgementSources } from './judgement-sources.ts'

const counted = /^(?:the |exactly )?(\d+|no) (?:entr(?:y|ies)|products?|items?|properties)\b/

/** The judgement of a list by how many entries it has, where that is what a finding tells. */
export function countJudgement({ finding, judged }: JudgementSources): Judgement | undefined {
  if (!isList(judged.endpoint) || judged.status >= 300) return undefined
  const [received, expected] = [finding.received, finding.expected].map((text) => countIn(text))
  if (received === undefined || received === expected || received !== entriesOf(judged)) return undefined
  return {
    lines: [
      'accepted "$1" || return 2',
      'case $(count "$1") in',
      ...(expected === undefined ? [] : [`  ${expected}) return 0 ;;`]),
      `  ${received}) return 1 ;;`,
      'esac',
      'return 2',
    ],
  }
}

function countIn(text: string): number | undefined {
  const [, count] = counted.exec(text) ?? []
  return count === undefined ? undefined : count === 'no' ? 0 : Number(count)
}
