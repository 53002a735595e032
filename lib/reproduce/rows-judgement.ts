import { isDeepStrictEqual } from 'node:util'
import type { Row, Rows } from '../checks/finding.ts'
import type { Exchange } from '../client/exchange.ts'
import { isRecord } from '../contract/is-record.ts'
import { factsOf } from './facts.ts'
import { flattenJson, type Leaf } from './flatten-json.ts'
import type { Judgement, JudgementSources } from './judgement-sources.ts'
import type { NamedIds } from './name-ids.ts'
import { leavesOf } from './place.ts'
import { quoted } from './shell-text.ts'

/** What a script can look for; of more rows some tell enough. */
const mostRows = 12

/** What a value that differs from run to run is replaced by: it tells one row from no other. */
const anyValue = /\{(?:id|time|made)\}/

/** The judgement of records that ought to show some values together: which of these rows the answers show. */
export function rowsJudgement(sources: JudgementSources): Judgement | undefined {
  const { criterion } = sources.finding
  return criterion?.kind === 'rows' ? judgedByRows(criterion, sources) : undefined
}

/** The judgement of a record that ought to be another one, by all its values together: what is unset in it an answer may leave out. */
export function recordJudgement(sources: JudgementSources): Judgement | undefined {
  const { criterion } = sources.finding
  if (criterion?.kind !== 'same' || criterion.fields || criterion.differs) return undefined
  const { expected, received } = criterion
  if (!isRecord(expected) || !isRecord(received)) return undefined
  const whole = judgedByRows({ expected: [expected], received: [received] }, sources)
  if (whole || !leavesOf(sources.about).some(({ path }) => path === '.id')) return whole
  // What is the same in both may be written otherwise in the answer.
  const [due, shown] = [pickDiffering(expected, received), pickDiffering(received, expected)]
  return judgedByRows({ expected: [due], received: [shown] }, sources)
}

function pickDiffering(record: Row, other: Row): Row {
  return Object.fromEntries(Object.entries(record).filter(([name, value]) => !isDeepStrictEqual(value, other[name])))
}

function judgedByRows({ expected, received }: Rows, sources: JudgementSources): Judgement | undefined {
  const { names, lines, judged } = sources
  const keys = keysOf([...expected, ...received])
  const [due, shown] = [expected, received].map((rows) => linesOf(rows, names))
  // What a check leaves out of account, such as a deleted entry, may be shown.
  const missing = without(without(due, shown), rowsIn(sources.about, keys, names))
  const extra = without(shown, due)
  // By chance a row of another run would look like one that is missed.
  if (missing.length + extra.length === 0 || missing.some((row) => anyValue.test(row))) return undefined
  // What shows some of the missed rows is another list, which shows the others rightly.
  const telling = answersWith(extra, keys, sources).filter(
    (exchange) => without(missing, rowsIn(exchange, keys, names)).length === missing.length,
  )
  const steps = telling.map((exchange) => (exchange === judged ? '"$1"' : lines.numberOf(exchange)))
  if (![judged, sources.about].some((answer) => telling.includes(answer)) || steps.includes(undefined)) return undefined
  if (!expected.filter((_, index) => missing.includes(due?.[index] ?? '')).every((row) => isKnown(row, sources)))
    return undefined
  return {
    lines: [
      'accepted "$1" || return 2',
      `rows ${quoted(keys.join(' '))} ${steps.join(' ')} | sort -u >"$work/rows"`,
      ...rowFile('due', missing),
      ...rowFile('wrong', extra),
      'shows_rows',
    ],
  }
}

/** The paths of values within a row: `.name`, `.references[].page`. */
function keysOf(rows: readonly Row[]): readonly string[] {
  return [...new Set(rows.flatMap((row) => tellingLeaves(row).map(({ path }) => keyOf(path))))].toSorted()
}

function keyOf(path: string): string {
  return path.replaceAll(/\[\d+\]/g, '[]')
}

/** The values of a row but for those that say nothing: a record may leave them out. */
function tellingLeaves(row: Row): readonly Leaf[] {
  return (flattenJson(JSON.stringify(row)) ?? []).filter((leaf) => isTelling(leaf))
}

function isTelling({ text, isText }: Leaf): boolean {
  return isText ? text !== '' : !['null', '[]', '{}'].includes(text)
}

function linesOf(rows: readonly Row[], names: NamedIds): readonly string[] {
  return rows.map((row) => lineOf(tellingLeaves(row), names))
}

/** A row in the words in which the function `rows` of a script prints it. */
function lineOf(leaves: readonly Leaf[], names: NamedIds): string {
  const values = factsOf(leaves, names.values).map(
    ({ place, text }) => `\t${keyOf(place)}=${text.replaceAll(/^"|"$/g, '')}`,
  )
  return values.toSorted((one, other) => Buffer.compare(Buffer.from(one), Buffer.from(other))).join('')
}

/** The rows that an answer of the run shows, as the function `rows` of a script finds them. */
function rowsIn(exchange: Exchange, keys: readonly string[], names: NamedIds): readonly string[] {
  const known = new Set(keys)
  const found = leavesOf(exchange)
    .filter((leaf) => isTelling(leaf))
    .flatMap((leaf) =>
      Array.from(leaf.path.matchAll(/\./g), ({ index }) => ({
        record: leaf.path.slice(0, index),
        leaf: { ...leaf, path: leaf.path.slice(index) },
      })),
    )
    .filter(({ leaf }) => known.has(keyOf(leaf.path)))
  return [...Map.groupBy(found, ({ record }) => record).values()].map((row) =>
    lineOf(
      row.map(({ leaf }) => leaf),
      names,
    ),
  )
}

function without(rows: readonly string[] = [], others: readonly string[] = []): readonly string[] {
  const known = new Set(others)
  return [...new Set(rows)].filter((row) => row !== '' && !known.has(row)).slice(0, mostRows)
}

/** The answers of the run that show the wrong rows, the latest of each request; where rows are only missed, the one that was judged. */
function answersWith(
  extra: readonly string[],
  keys: readonly string[],
  { about, judged, trail, names }: JudgementSources,
): readonly Exchange[] {
  // What it shows wrongly may stand in other lists rightly.
  if (without(extra, rowsIn(about, keys, names)).length === 0) return [about]
  const before = [...trail, judged].filter(({ sequence, status }) => sequence <= judged.sequence && status < 300)
  // What was shown before the last change was right then.
  const written = before.findLast((exchange) => !isRead(exchange))?.sequence ?? 0
  const asked = new Map(
    before
      // A write shows what was sent by it, whatever the lists show.
      .filter(
        (exchange) => exchange.sequence >= written && (isRead(exchange) || exchange === judged || exchange === about),
      )
      .map((exchange) => [`${exchange.request.method} ${exchange.request.path}`, exchange]),
  )
  return [...asked.values()].filter((exchange) => without(extra, rowsIn(exchange, keys, names)).length < extra.length)
}

function isRead({ request }: Exchange): boolean {
  return request.method === 'GET'
}

/** Whether all texts of a row were sent, or shown by an answer, as they are: others may never come again. */
function isKnown(row: Row, { trail, finding, names }: JudgementSources): boolean {
  const all = [...trail, ...(finding.prepared ?? [])]
  const sent = all.map(({ request }) => request.body?.text ?? '').join('\n')
  return tellingLeaves(row)
    .filter(({ isText }) => isText)
    .every(
      ({ text }) => names.variableOf(text) !== undefined || sent.includes(text) || all.some((one) => shows(one, text)),
    )
}

function shows(exchange: Exchange, sought: string): boolean {
  return leavesOf(exchange).some(({ text }) => text === sought)
}

function rowFile(name: string, rows: readonly string[]): readonly string[] {
  if (rows.length === 0) return [`: >"$work/${name}"`]
  return [`printf '%s\\n' ${rows.map((row) => quoted(row)).join(' ')} >"$work/${name}"`]
}
