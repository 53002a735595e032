import type { Judgement, JudgementSources } from './judgement-sources.ts'
import { leavesOf, placeAt } from './place.ts'

/** The judgement of a time that has to be that of its answer. */
export function nowJudgement({ finding, judged, names }: JudgementSources): Judgement | undefined {
  const { criterion } = finding
  if (criterion?.kind !== 'now') return undefined
  const path = leavesOf(judged).find(({ text }) => text === criterion.told)?.path
  const place = path === undefined ? undefined : placeAt(judged, path, names)
  return place && { lines: ['accepted "$1" || return 2', `is_now "$1" ${place.word('"$1"')} ${criterion.tolerance}`] }
}
