import { isList } from './content-of-lists.ts'
import type { Judgement, JudgementSources } from './judgement-sources.ts'
import { quoted } from './shell-text.ts'

/** The judgement of a record by a field that it has, or does not have. */
export function fieldJudgement({ finding, judged }: JudgementSources): Judgement | undefined {
  const { criterion } = finding
  if (criterion?.kind !== 'field' || isList(judged.endpoint)) return undefined
  // What the service adds by itself comes after the answer to a creation.
  const read = judged.endpoint === 'uploadFile' ? '/v1/public/files/' : undefined
  if (criterion.shown && criterion.isFilled === true && read !== undefined)
    return {
      lines: [
        'accepted "$1" || return 2',
        `shows_later "$1" ${judged.identity} ${quoted(read)} ${quoted(`.${criterion.name}`)}`,
      ],
    }
  const wait = criterion.afterMs === undefined ? [] : [`sleep ${Math.ceil(criterion.afterMs / 1000)}`]
  const [there, missing] = criterion.shown ? [0, 1] : [1, 0]
  return {
    ...(wait.length > 0 && { preparation: { functions: [], lines: wait } }),
    lines: [
      'accepted "$1" || return 2',
      `[ -n "$(${criterion.isFilled === true ? 'plain' : 'under'} "$1" ${quoted(`.${criterion.name}`)})" ] && return ${there}`,
      `return ${missing}`,
    ],
  }
}
