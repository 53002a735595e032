import type { EachEntry } from '../checks/finding.ts'
import type { NewFinding } from '../checks/run-journal.ts'
import type { Exchange } from '../client/exchange.ts'
import type { Judgement, JudgementSources } from './judgement-sources.ts'
import type { NamedIds } from './name-ids.ts'
import { entryMaker } from './filled-list.ts'
import { listPathOf } from './list-path.ts'
import { pageLimit } from './page-limit.ts'
import { entriesOf, leavesOf } from './place.ts'
import { quoted, shellWord } from './shell-text.ts'

/** Where a list has to be shown, its refusal is the breach. */
export const shownOrBroken = 'case $(status "$1") in 200) ;; 000 | 429) return 2 ;; *) return 1 ;; esac'

const emptyLines = [shownOrBroken, '[ "$(count "$1")" = 0 ]']

/** The judgement of a page beside its whole list, of all pages of a list, or of each entry of a page. */
export function listJudgement(sources: JudgementSources): Judgement | undefined {
  const { finding, judged, names } = sources
  const { criterion } = finding
  const [limit, offset] = [pageLimit(judged), offsetOf(judged)]
  const list = `${judged.identity} ${shellWord(names.names.pieces(listPathOf(judged)))}`
  const accepted = 'accepted "$1" || return 2'
  if (criterion?.kind === 'page') {
    if (finding.expected.startsWith('no entries'))
      return { lines: [accepted, `ends ${list} ${limit} ${afterEnd(finding)}`] }
    const shown = entriesOf(judged)
    // A list that is no longer than what the page showed cannot show that it is cut.
    const moreThan = shown === limit ? 0 : Math.min(shown, limit)
    return {
      lines: [accepted, `is_page "$1" ${list} ${limit} ${offset} ${moreThan}`],
      ...filled(moreThan > 0 ? offset + moreThan : 0, list, sources),
    }
  }
  if (criterion?.kind === 'count')
    return { lines: [accepted, '[ "$(value "$1" .count)" = "$(count "$1")" ] && return 0', 'return 1'] }
  if (criterion?.kind === 'empty') return { lines: emptyLines }
  if (criterion?.kind === 'filled') return { lines: [accepted, '[ "$(count "$1")" != 0 ] && return 0', 'return 1'] }
  if (criterion?.kind === 'pagination')
    return {
      lines: [accepted, `is_each_once ${list} ${limit} ${criterion.entries}`],
      ...filled(entriesForTwoPages(limit, criterion.entries), list, sources),
    }
  if (criterion?.kind === 'each') return eachJudgement(criterion, names)
  if (criterion?.kind === 'covers') return coverageOf(criterion.field, sources)
  return criterion?.kind === 'disjoint' ? disjointFrom(sources) : undefined
}

/** What a longer list has on its next page shows nothing of this one. */
function coverageOf(field: string, { judged, trail, lines }: JudgementSources): Judgement | undefined {
  const other = trail.findLast(
    (exchange) =>
      exchange.endpoint !== judged.endpoint &&
      leavesOf(exchange).some(({ path }) => new RegExp(`^(?:\\.items)?\\[\\d+\\]\\.${field}$`).test(path)),
  )
  const number = other && lines.numberOf(other)
  if (number === undefined) return undefined
  return {
    lines: [
      'accepted "$1" || return 2',
      `[ "$(count "$1")" -lt ${pageLimit(judged)} ] || return 2`,
      `covers "$1" ${number} ${quoted(field)}`,
    ],
  }
}

/** How many entries a page begins behind the end of its list, which has another length in a script. */
function afterEnd({ expected }: NewFinding): number {
  return Number(/\d+(?= past the end)/.exec(expected)?.[0] ?? 0)
}

/** So many entries are cut into two pages by a limit that is as near to their number as that of the run was. */
function entriesForTwoPages(limit: number, entries: number): number {
  return limit < entries ? Math.ceil(entries / (entries - limit)) : 0
}

/** What makes a list long enough to tell, where the run had filled it and left nothing in it. */
function filled(
  moreThan: number,
  list: string,
  { judged, ...sources }: JudgementSources,
): Pick<Judgement, 'preparation'> {
  const functions = moreThan > 0 ? entryMaker(judged, sources) : undefined
  return functions ? { preparation: { functions, lines: [`fill ${list} ${moreThan}`] } } : {}
}

/** The list of the check that has an entry of the judged one, though it is asked for something else. */
function disjointFrom({ judged, trail, lines }: JudgementSources): Judgement | undefined {
  const ids = new Set(idsIn(judged))
  const other = trail.find(
    (exchange) =>
      exchange.endpoint === judged.endpoint &&
      exchange.sequence !== judged.sequence &&
      (exchange.request.path !== judged.request.path || exchange.identity !== judged.identity) &&
      idsIn(exchange).some((id) => ids.has(id)),
  )
  const number = other && lines.numberOf(other)
  if (number === undefined) return undefined
  return {
    lines: ['accepted "$1" || return 2', `shares_nothing "$1" ${number}`],
  }
}

function idsIn(list: Exchange): readonly string[] {
  return leavesOf(list).flatMap(({ path, text }) => (/^(?:\.items)?\[\d+\]\.id$/.test(path) ? [text] : []))
}

/** An id that only the run had is lawful nowhere else. */
const uuid = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i

function eachJudgement(each: EachEntry, names: NamedIds): Judgement | undefined {
  const values = valuesIn(each.lawful)
  const isKnown = (text: string): boolean => names.variableOf(text) !== undefined || names.wasThere(text)
  if (values.some((text) => uuid.test(text) && !isKnown(text))) return undefined
  const line = eachLine(each, (text) => shellWord(names.names.pieces(text)))
  return { lines: ['accepted "$1" || return 2', line] }
}

function valuesIn(lawful: EachEntry['lawful']): readonly string[] {
  if ('text' in lawful) return [lawful.text]
  return 'except' in lawful ? lawful.except : lawful
}

function eachLine({ field, lawful, mayBeMissing }: EachEntry, word: (text: string) => string): string {
  if ('text' in lawful) return `each_has "$1" ${quoted(field)} ${word(lawful.text)}`
  if ('except' in lawful)
    return ['each_is_not "$1"', quoted(field), ...lawful.except.map((text) => word(text))].join(' ')
  return ['each_is "$1"', quoted(field), mayBeMissing ? 'may' : 'never', ...lawful.map((text) => word(text))].join(' ')
}

function offsetOf({ request }: Exchange): number {
  return Number(new URLSearchParams(request.path.split('?', 2)[1]).get('offset')) || 0
}
