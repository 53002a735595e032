import type { Criterion } from '../checks/finding.ts'
import type { Judgement, JudgementSources } from './judgement-sources.ts'
import type { NamedIds } from './name-ids.ts'
import { quoted, shellWord } from './shell-text.ts'

/** The judgement of an answer by what a function of the shell tells of the whole of it. */
export function wholeAnswerJudgement({ finding, judged, names }: JudgementSources): Judgement | undefined {
  const { criterion } = finding
  // A read may be refused, as long as what it is to show is new.
  if (criterion?.kind === 'settled')
    return { lines: ['accepted "$1" || [ "$(status "$1")" = 404 ] || return 2', 'settles "$1"'] }
  if (criterion?.kind === 'reset') return { lines: [`resets_later "$1" ${criterion.tolerance}`] }
  if (criterion?.kind === 'length')
    return finding.received === `${judged.bodyBytes}` ? { lines: ['has_its_length "$1"'] } : undefined
  const line = criterion && lineOf(criterion, names)
  return line === undefined ? undefined : { lines: ['accepted "$1" || return 2', line] }
}

/** The last line of the judgement of an answer that has to be a success. */
function lineOf(criterion: Criterion, names: NamedIds): string | undefined {
  if (criterion.kind === 'bytes') return bytesLine(criterion)
  if (criterion.kind === 'distinct') return '[ -z "$(ids "$1" | sort | uniq -d)" ]'
  if (criterion.kind === 'order') return 'keeps_order "$1"'
  if (criterion.kind === 'expression') return `each_formula "$1" ${quoted(` ${criterion.besides.join(' ')} `)}`
  if (criterion.kind === 'file name')
    return ['names_file "$1"', ...criterion.names.map((name) => shellWord(names.names.pieces(name)))].join(' ')
  return undefined
}

function bytesLine({ start, texts }: Extract<Criterion, { kind: 'bytes' }>): string {
  const begins = start === undefined ? [] : [`begins_with "$1" ${shellWord([start])}`]
  return [...begins, ...texts.map((text) => `grep -qF -e ${shellWord([text])} "$work/body-$1"`)].join(' && ')
}
