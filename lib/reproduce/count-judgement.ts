import { entriesOf } from './place.ts'
import { isList } from './content-of-lists.ts'
import type { Judgement, JudgementSources } from './judgement-sources.ts'
import { listPathOf } from './list-path.ts'
import { pageLimit } from './page-limit.ts'
import { shellWord } from './shell-text.ts'

const countTold = /^(?:the |exactly )?(\d+|no)(?: new \w+| (?:entr(?:y|ies)|products?|items?|properties)\b)/

/** The judgement of a list by how many entries it has, where that is what a finding tells. */
export function countJudgement({ finding, judged, names }: JudgementSources): Judgement | undefined {
  if (!isList(judged.endpoint) || judged.status >= 300) return undefined
  const expected = countIn(finding.expected)
  const received = countIn(expected === undefined ? finding.received : finding.received.replace(/^\d+$/, '$& new ones'))
  const list = `${judged.identity} ${shellWord(names.names.pieces(listPathOf(judged)))}`
  const [command, counted] =
    (expected ?? 0) > pageLimit(judged)
      ? [[`whole ${list} || return 2`], '$(($(wc -l <"$work/whole")))']
      : [[], '$(count "$1")']
  if (received === undefined || received === expected || received !== entriesOf(judged)) return undefined
  return {
    lines: [
      'accepted "$1" || return 2',
      ...command,
      `case ${counted} in`,
      ...(expected === undefined ? [] : [`  ${expected}) return 0 ;;`]),
      `  ${received}) return 1 ;;`,
      'esac',
      'return 2',
    ],
  }
}

function countIn(text: string): number | undefined {
  const [, count] = countTold.exec(text) ?? []
  return count === undefined ? undefined : count === 'no' ? 0 : Number(count)
}
