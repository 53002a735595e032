import type { Judgement, JudgementSources } from './judgement-sources.ts'
import { leavesOf, placeAt } from './place.ts'
import { quoted } from './shell-text.ts'

/** The judgement of a time that the same read has shown before: it never goes back. */
export function notBackJudgement({ finding, judged, trail, lines }: JudgementSources): Judgement | undefined {
  const { criterion } = finding
  if (criterion?.kind !== 'not back') return undefined
  const before = trail.findLast(
    ({ sequence, request }) =>
      sequence < judged.sequence && request.path === judged.request.path && request.method === 'GET',
  )
  const number = before && lines.numberOf(before)
  if (number === undefined) return undefined
  return {
    hangsOnLuck: true,
    lines: [
      `accepted ${number} && accepted "$1" || return 2`,
      `not_back ${number} "$1" ${quoted(`.${criterion.field}`)} ${criterion.toleranceMs}`,
    ],
  }
}

/** The judgement of a time that has to be that of its answer. */
export function nowJudgement({ finding, judged, names }: JudgementSources): Judgement | undefined {
  const { criterion } = finding
  if (criterion?.kind !== 'now') return undefined
  const path = leavesOf(judged).find(({ text }) => text === criterion.told)?.path
  const field = /^(?:\.items)?\[\d+\](?<field>\.\w+)$/.exec(path ?? '')?.groups?.['field']
  // All that come in the answer to a creation are new.
  if (field !== undefined && judged.request.method === 'POST')
    return { lines: ['accepted "$1" || return 2', `are_now "$1" ${quoted(field)} ${criterion.tolerance}`] }
  const place = path === undefined ? undefined : placeAt(judged, path, names)
  return place && { lines: ['accepted "$1" || return 2', `is_now "$1" ${place.word('"$1"')} ${criterion.tolerance}`] }
}
