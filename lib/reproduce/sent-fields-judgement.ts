import { isDeepStrictEqual } from 'node:util'
import type { SameFields } from '../checks/finding.ts'
import type { Exchange } from '../client/exchange.ts'
import { isRecord } from '../contract/is-record.ts'
import { flattenJson, type Leaf } from './flatten-json.ts'
import type { Judgement, JudgementSources } from './judgement-sources.ts'
import { leavesOf } from './place.ts'
import { quoted, shellWord } from './shell-text.ts'

/** A field of the judged record: what it ought to show, as it was sent, and what it shows instead, which may be nothing. */
interface SentField {
  readonly field: string
  readonly expected: Leaf
  readonly received: Leaf | undefined
}

/** The judgement of one record by fields that were sent: each shows what was sent, or what the run received, which may be nothing. */
export function sentFieldsJudgement(sources: JudgementSources): Judgement | undefined {
  const { finding, judged } = sources
  const { criterion } = finding
  if (criterion?.kind !== 'same' || criterion.differs === true || criterion.isPresence === true) return undefined
  const shown = leavesOf(judged)
  if (judged.status >= 300 || !shown.some(({ path }) => path === '.id')) return undefined
  const fields = differing(criterion).map((pair) => sentField(pair, { shown, sources }))
  if (fields.length === 0 || fields.includes(undefined)) return undefined
  return {
    lines: ['accepted "$1" || return 2', ...fields.flatMap((field) => (field ? linesOf(field, sources) : []))].concat(
      'return 0',
    ),
  }
}

interface Pair {
  /** Left out where a claim compares two values alone. */
  readonly name?: string
  readonly expected: unknown
  readonly received: unknown
}

function differing({ expected, received }: SameFields): readonly Pair[] {
  if (!isRecord(expected) || !isRecord(received)) return [{ expected, received }]
  const names = new Set([...Object.keys(expected), ...Object.keys(received)])
  return [...names]
    .map((name) => ({ name, expected: expected[name], received: received[name] }))
    .filter((pair) => !isDeepStrictEqual(pair.expected, pair.received))
}

interface Shown {
  readonly shown: readonly Leaf[]
  readonly sources: JudgementSources
}

/** The field under which the expected text was sent, where the judged record shows there what was received. */
function sentField({ name, expected, received }: Pair, { shown, sources }: Shown): SentField | undefined {
  if (typeof expected !== 'string' || expected === '') return undefined
  const sent = sentLeaves(sources).find(
    (leaf) => isSameText(leaf, expected) && (name === undefined || letters(leaf.path) === letters(name)),
  )
  if (!sent) return undefined
  const now = shown.find(({ path }) => path === sent.path)
  const isAsReceived = isEmpty(received) ? isEmptyLeaf(now) : now !== undefined && isSameText(now, received)
  return isAsReceived ? { field: sent.path, expected: sent, received: isEmptyLeaf(now) ? undefined : now } : undefined
}

/** What was sent in fields of bodies, the latest first. */
function sentLeaves({ trail, judged, finding }: JudgementSources): readonly Leaf[] {
  const isBefore = ({ sequence }: Exchange): boolean => sequence < judged.sequence
  return [...trail, ...(finding.prepared ?? [])]
    .filter((exchange) => isBefore(exchange))
    .toSorted((one, other) => other.sequence - one.sequence)
    .flatMap(({ request }) => (request.body && !request.body.truncated ? (flattenJson(request.body.text) ?? []) : []))
    .filter(({ path, isText }) => isText && /^\.\w+$/.test(path))
}

function letters(name: string): string {
  return name.replaceAll(/[^a-z]/gi, '').toLowerCase()
}

/** A check may compare part numbers without their letter case, and texts without the spaces around them. */
function isSameText({ text, isText }: Leaf, value: unknown): boolean {
  return isText && typeof value === 'string' && even(text) === even(JSON.stringify(value).slice(1, -1))
}

function even(text: string): string {
  return text.trim().toLowerCase()
}

function isEmpty(value: unknown): boolean {
  return value === undefined || value === null || value === ''
}

function isEmptyLeaf(leaf: Leaf | undefined): boolean {
  return leaf === undefined || leaf.text === '' || (!leaf.isText && leaf.text === 'null')
}

function linesOf({ field, expected, received }: SentField, { names }: JudgementSources): readonly string[] {
  const word = (leaf: Leaf): string => shellWord(names.names.pieces(`\t"${leaf.text}"`))
  return [
    `seen=$(plain "$1" ${quoted(field)})`,
    `[ "$seen" = ${received === undefined ? "''" : word(received)} ] && return 1`,
    `[ "$(even "$seen")" = "$(even ${word(expected)})" ] || return 2`,
  ]
}
