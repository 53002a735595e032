import type { Criterion } from '../checks/finding.ts'
import type { Exchange } from '../client/exchange.ts'
import { alikeLines } from './alike-judgement.ts'
import type { Judgement, JudgementSources } from './judgement-sources.ts'
import { pageLimit } from './page-limit.ts'
import { quoted, shellWord } from './shell-text.ts'
import { toldStatus } from './told-status.ts'

/** The judgement of an answer by its status, its code, an entry of a list or a location. */
export function criterionJudgement(sources: JudgementSources): Judgement | undefined {
  const { finding, judged, names } = sources
  const criterion = finding.criterion ?? toldStatus(finding, judged)
  switch (criterion?.kind) {
    case 'status':
      return { lines: [...alikeLines(criterion.lawful, sources), ...statusLines(criterion.lawful, judged)] }
    case 'code':
      return codeJudgement(criterion.lawful, judged)
    case 'location':
      return keptBy(`locates "$1" ${quoted(criterion.name)} && return 0`, judged)
    case 'entry':
      return entryJudgement(criterion, sources)
    case 'header':
      return { lines: headerLines(criterion, judged) }
    case 'elsewhere':
      return { lines: elsewhereLines(criterion, { judged, path: shellWord(names.names.pieces(criterion.path)) }) }
    case 'settled':
    case 'bytes':
    case 'reset':
    case 'expression':
    case 'distinct':
    case 'order':
    case 'length':
    case 'file name':
    case 'count':
    case 'covers':
    case 'not back':
    case 'unseen':
    case 'rises':
    case 'key':
    case 'disjoint':
    case 'each':
    case 'either':
    case 'empty':
    case 'field':
    case 'filled':
    case 'now':
    case 'number':
    case 'text':
    case 'page':
    case 'pagination':
    case 'rows':
    case 'same':
    case 'type':
    case 'race':
    case 'window':
    case undefined:
      return undefined
  }
}

/** What only the run had is listed by nobody else. */
function entryJudgement(
  criterion: Extract<Criterion, { kind: 'entry' }>,
  { judged, names }: JudgementSources,
): Judgement | undefined {
  if (names.variableOf(criterion.id) === undefined && !names.wasThere(criterion.id)) return undefined
  return { lines: entryLines(criterion, { judged, id: shellWord(names.names.pieces(criterion.id)) }) }
}

/** An answer of another status may be without it. */
function headerLines({ name, value }: Extract<Criterion, { kind: 'header' }>, { status }: Exchange): string[] {
  const header = `"$(header "$1" ${quoted(name)})"`
  return [
    `[ "$(status "$1")" = ${status} ] || return 2`,
    value === undefined ? `[ -n ${header} ]` : `[ ${header} = ${quoted(value)} ]`,
  ]
}

interface OtherRecord {
  readonly judged: Exchange
  /** As a word of the shell. */
  readonly path: string
}

function elsewhereLines(
  { field, text }: Extract<Criterion, { kind: 'elsewhere' }>,
  { judged, path }: OtherRecord,
): string[] {
  return [
    `exchange elsewhere ${judged.identity} GET ${path} >/dev/null`,
    `[ "$(value elsewhere .${field})" = ${quoted(text)} ] && return 0`,
    'return 1',
  ]
}

function withCode(codes: readonly string[]): string {
  return `case $(value "$1" .error) in ${codes.map((code) => quoted(code)).join(' | ')})`
}

function codeJudgement(
  lawful: Extract<Criterion, { kind: 'code' }>['lawful'],
  judged: Exchange,
): Judgement | undefined {
  if (!('except' in lawful)) return keptBy(`${withCode(lawful)} return 0 ;; esac`, judged)
  const isAnswered = 'case $(status "$1") in 2?? | 4??) return 0 ;; esac'
  return {
    lines: [
      `${withCode(lawful.except)} return 1 ;; esac`,
      '[ "$(status "$1")" = 429 ] && return 2',
      isAnswered,
      'return 2',
    ],
  }
}

/** A refusal that lacks what this line asks for is that of the run, where its status is. */
function keptBy(line: string, { status }: Exchange): Judgement {
  return { lines: [line, `[ "$(status "$1")" = ${status} ] && return 1`, 'return 2'] }
}

type Lawful = Extract<Criterion, { kind: 'status' }>['lawful']

function statusLines(lawful: Lawful, judged: Exchange): string[] {
  const ownBreach = judged.status < 300 ? '2??' : `${judged.status}`
  if (isExcept(lawful))
    return [
      'case $(status "$1") in',
      `  ${[...lawful.except, ownBreach].join(' | ')}) return 1 ;;`,
      '  000 | 429 | 5??) return 2 ;;',
      'esac',
      'return 0',
    ]
  const kept = patterns(lawful)
  // A key that is no longer good refuses everything, and a limit that is spent too.
  const beside = lawful === 'a refusal' ? ['429', ...(ownKeys.has(judged.identity) ? ['401'] : [])] : []
  // What has to be refused may be accepted here, where the run was refused for another reason.
  const breaking = new Set([ownBreach, ...(isRefusal(lawful) ? ['2??'] : [])])
  return [
    'case $(status "$1") in',
    ...beside.map((status) => `  ${status}) return 2 ;;`),
    `  ${kept}) return 0 ;;`,
    `  ${[...breaking].join(' | ')}) return 1 ;;`,
    'esac',
    'return 2',
  ]
}

function isExcept(lawful: Lawful): lawful is Extract<Lawful, { readonly except: unknown }> {
  return typeof lawful === 'object' && 'except' in lawful
}

function isRefusal(lawful: Lawful): boolean {
  return lawful === 'a refusal' || (Array.isArray(lawful) && lawful.every((status) => status >= 400))
}

const ownKeys = new Set<Exchange['identity']>(['own', 'same-organization', 'other-organization'])

function patterns(lawful: Exclude<Lawful, { readonly except: unknown }>): string {
  if (lawful === 'a success') return '2??'
  if (lawful === 'a refusal') return '4??'
  return lawful === 'below 500' ? '[1-4]??' : lawful.join(' | ')
}

interface ListFacts {
  readonly judged: Exchange
  readonly id: string
}

/** An entry that is missing from a full page may stand on another. */
function entryLines({ listed, shows }: Extract<Criterion, { kind: 'entry' }>, { judged, id }: ListFacts): string[] {
  return [
    'accepted "$1" || return 2',
    ...(shows === undefined
      ? []
      : [
          `[ "$(value "$1" "$(place "$1" ${id}).${shows.field}")" = ${quoted(shows.text)} ] && return 0`,
          `lists "$1" ${id} && return 1`,
        ]),
    `lists "$1" ${id} && return ${listed ? 0 : 1}`,
    `[ "$(count "$1")" -lt ${pageLimit(judged)} ] || return 2`,
    `return ${listed ? 1 : 0}`,
  ]
}
