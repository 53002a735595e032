import { isList } from './content-of-lists.ts'
import type { Judgement, JudgementSources } from './judgement-sources.ts'
import { pageLimit } from './page-limit.ts'
import { shellWord } from './shell-text.ts'

/** The judgement of an answer by a text that stands in one of its values, or does not. */
export function textJudgement({
  finding,
  judged,
  names,
  trail,
  lines,
  chronicle,
}: JudgementSources): Judgement | undefined {
  const { criterion } = finding
  if (criterion?.kind !== 'text') return undefined
  const { shown } = criterion
  const text = JSON.stringify(criterion.text).slice(1, -1)
  const pieces = names.names.pieces(text)
  // What the script does not send itself never comes again.
  const repeated = chronicle.writes.filter((write) => lines.numberOf(write) !== undefined)
  const sent = [...trail, ...(finding.prepared ?? []), ...repeated].some(
    ({ request }) => request.body?.text.includes(text) === true,
  )
  if (criterion.isTheirs !== true && !sent && pieces.every((piece) => typeof piece === 'string')) return undefined
  return {
    lines: [
      `${judged.status < 300 ? 'accepted' : 'refused'} "$1" || return 2`,
      `holds_text "$1" ${shellWord(pieces)} && return ${shown ? 0 : 1}`,
      // It may stand on another page.
      ...(shown && isList(judged.endpoint) ? [`[ "$(count "$1")" -lt ${pageLimit(judged)} ] || return 2`] : []),
      `return ${shown ? 1 : 0}`,
    ],
  }
}
