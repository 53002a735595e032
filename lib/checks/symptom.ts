import { type Exchange, succeeded } from '../client/exchange.ts'
import { endpoints, type EndpointId } from '../service/interface/endpoint.ts'
import { isRecord, type JsonObject } from '../contract/is-record.ts'
import type { RequirementId } from '../contract/requirement.ts'
import { entryKeys } from '../service/records/entry-keys.ts'
import type { Criterion } from './claims/criterion.ts'
import type { AnswerMet, FieldsShown, NewFinding, Symptom } from './finding.ts'
import { endpointOf } from './passive/endpoint-of.ts'
import { isSafeMethod } from '../client/request-description.ts'

/** Rules that are judged separately for every list: a violation in one list does not explain another. */
const judgedOfEachList: ReadonlySet<RequirementId> = new Set(['PAGE-15', 'PAGE-16', 'PAGE-17', 'PAGE-18'])

/** What of a violation shows its symptoms. */
type Violated = Pick<
  NewFinding,
  | 'requirement'
  | 'kind'
  | 'criterion'
  | 'shows'
  | 'way'
  | 'exchanges'
  | 'trail'
  | 'isTrailStated'
  | 'prepared'
  | 'beside'
>

/** The symptoms of a violation in the answers, as far as they show possible causes. */
export function symptomOf(violation: Violated): Symptom {
  const { requirement, exchanges, trail = [], prepared = [], beside = [], criterion, kind, way } = violation
  const led = violation.isTrailStated === true ? trail : [...prepared, ...trail, ...beside]
  const all = [...led, ...exchanges]
  const judged = exchanges.at(-1)
  const endpoint = judged && endpointOf(judged)
  const pagesOf = judgedOfEachList.has(requirement) || isOfPages(criterion) ? listIn(exchanges) : undefined
  const list = listIn(exchanges.slice(-1))
  const stale = staleRead(all, judged)
  const whole = listsReadWhole(all)
  return {
    way,
    met: distinct(all.filter(({ broken }) => broken === undefined).map(answerOf)),
    refusals: [...new Set(all.map(({ status }) => status).filter(isRefusal))].sort((one, other) => one - other),
    ...(judged && { answer: answerOf(judged) }),
    ...(judged && isRefusal(judged.status) && { refusal: judged.status }),
    ...(judged?.broken !== undefined && { isBroken: true }),
    ...(endpoint && { resource: endpoints[endpoint].resource }),
    ...((kind === 'status' || kind === 'race') && { isOfStatus: true }),
    ...fieldsShown(violation),
    ...(pagesOf && { pagesOf }),
    ...(criterion?.kind === 'order' && { isOfOrder: true }),
    ...(whole.length > 0 && { whole }),
    ...(list && { list }),
    ...(all.some(hasOffset) && { hasOffset: true }),
    ...(stale && { stale }),
  }
}

/** What was answered, and by which endpoint. */
function answerOf(exchange: Exchange): AnswerMet {
  return { endpoint: endpointOf(exchange), status: exchange.status }
}

function distinct(answers: readonly AnswerMet[]): readonly AnswerMet[] {
  return [...new Map(answers.map((answer) => [`${answer.endpoint} ${answer.status}`, answer])).values()]
}

/** Whether the request asked for a page other than the first. */
function hasOffset({ request }: Exchange): boolean {
  return /[?&]offset=0*[1-9]/u.test(request.path)
}

/** The list that was asked for last. */
function listIn(exchanges: readonly Exchange[]): EndpointId | undefined {
  return exchanges.map(endpointOf).findLast((id) => id !== undefined && 'list' in endpoints[id])
}

function isOfPages(criterion: Criterion | undefined): boolean {
  return criterion?.kind === 'page' || criterion?.kind === 'pagination'
}

function isRefusal(status: number): boolean {
  return status >= 400
}

/**
 * The lists that were always read in one page with all entries: a page of fewer entries than its limit. Their order does not
 * decide what such a page shows.
 */
function listsReadWhole(exchanges: readonly Exchange[]): readonly EndpointId[] {
  const pages = exchanges.flatMap((page) => {
    const list = listIn([page])
    return list === undefined ? [] : [{ list, isWhole: isWholeList(page) }]
  })
  const read = [...new Set(pages.map(({ list }) => list))]
  return read.filter((list) => pages.every((page) => page.list !== list || page.isWhole))
}

function isWholeList(page: Exchange): boolean {
  const query = new URLSearchParams(page.request.path.split('?', 2)[1])
  return Number(query.get('offset')) === 0 && entryKeys(page).length < Number(query.get('limit'))
}

/** The fields that a violation shows as wrong, and the type of the property that a claim judges in the answer about it alone. */
export function fieldsShown({
  shows,
  criterion,
  way,
  exchanges,
}: Pick<Violated, 'shows' | 'criterion' | 'way' | 'exchanges'>): FieldsShown | undefined {
  const shown = shows ?? fieldsIn(criterion)
  const judged = exchanges.at(-1)?.json
  if (shown === undefined || shown.type !== undefined || way !== 'claim' || !isRecord(judged)) return shown
  return { ...shown, ...(typeof judged['type'] === 'string' && { type: judged['type'] }) }
}

/** The fields that a claim is about, if it is only about some. */
function fieldsIn(criterion: Criterion | undefined): FieldsShown | undefined {
  if (criterion?.kind === 'each') return { fields: [outermost(criterion.field)] }
  if (criterion?.kind === 'field') return { fields: [outermost(criterion.name)] }
  if (criterion?.kind === 'code') return { fields: ['error'] }
  if (criterion?.kind === 'location') return { fields: [outermost(criterion.name)] }
  // A header that repeats a field.
  if (criterion?.kind === 'media type') return { fields: ['content_type'] }
  if (criterion?.kind === 'rows') return fieldsOfRows(criterion.expected, criterion.received)
  if (criterion?.kind !== 'same' || criterion.fields === undefined) return undefined
  const type = isRecord(criterion.received) ? criterion.received['type'] : undefined
  return { fields: criterion.fields.map(outermost), ...(typeof type === 'string' && { type }) }
}

/** The fields that are wrong in some rows, and the type that all of these have; nothing if there are too many rows or too few. */
function fieldsOfRows(expected: readonly JsonObject[], received: readonly JsonObject[]): FieldsShown | undefined {
  if (expected.length !== received.length) return undefined
  const shown = new Set(received.map((row) => JSON.stringify(row)))
  const wrong = expected.filter((row) => !shown.has(JSON.stringify(row)))
  const [type, ...others] = new Set(wrong.map((row) => row['type']))
  const isOfOneType = typeof type === 'string' && others.length === 0
  return { fields: fieldsThatDiffer(expected, received), ...(isOfOneType && { type }) }
}

/** The fields in which some rows differ from the others, in any order; all fields, if only the order differs. */
function fieldsThatDiffer(expected: readonly JsonObject[], received: readonly JsonObject[]): readonly string[] {
  const names = [...new Set([...expected, ...received].flatMap(Object.keys))]
  const differing = names.filter((name) => columnOf(expected, name) !== columnOf(received, name))
  return differing.length === 0 ? names : differing
}

function columnOf(rows: readonly JsonObject[], name: string): string {
  return JSON.stringify(rows.map((row) => JSON.stringify(row[name]) ?? '').sort())
}

/** Another name of the creator and another creator both differ in the same field. */
function outermost(path: string): string {
  return path.split('.').find((part) => part !== '') ?? path
}

/** Milliseconds after a write in which a read may still be late: what is not shown by then never appears. */
const latest = 4_000

/**
 * The endpoint of a judged read, if it or an earlier equal read had the same answer as before a write to the record, or showed
 * the record as its creation did (others may have read it in between): this is how late reads look, and writes that had no
 * effect. Takes the exchanges that led to a claim, and the judged one.
 */
export function staleRead(led: readonly Exchange[], judged: Exchange | undefined): EndpointId | undefined {
  if (judged?.request.method !== 'GET') return undefined
  const before = led.filter(({ sequence }) => sequence < judged.sequence)
  const reads = [...before, judged].filter((exchange) => isSameRequest(exchange, judged))
  const writes = before.filter((exchange) => writesWhatIsRead(exchange, judged))
  const isStale = (later: Exchange): boolean =>
    [...before, judged].some(
      (earlier) =>
        (isSameRequest(earlier, judged) ? isSameAnswer(earlier, later) : isSameRecord(earlier, later)) &&
        writes.some((write) => isBetween(write, { earlier, later }) && later.startedAt - write.startedAt < latest),
    )
  // One with the same answer later was waited for, or equals the judged one.
  const told = reads.filter((read) => read === judged || !isSameAnswer(read, judged))
  return told.some(isStale) ? endpointOf(judged) : undefined
}

function isBetween(
  { sequence }: Exchange,
  { earlier, later }: Readonly<Record<'earlier' | 'later', Exchange>>,
): boolean {
  return earlier.sequence < sequence && sequence < later.sequence
}

/** A write to the record that is read, or to one in the list that is read. */
function writesWhatIsRead(exchange: Exchange, read: Exchange): boolean {
  if (isSafeMethod(exchange.request.method) || !succeeded(exchange)) return false
  const [written, seen] = [pathOf(exchange), pathOf(read)]
  return written === seen || written.startsWith(`${seen}/`)
}

function isSameRequest(one: Exchange, other: Exchange): boolean {
  return one.request.method === other.request.method && one.request.path === other.request.path
}

function isSameAnswer(one: Exchange, other: Exchange): boolean {
  if (one.status !== other.status) return false
  // Each refusal tells its own moment.
  return !succeeded(one) || Buffer.compare(one.body, other.body) === 0
}

/** Whether two answers show one record in the same state, byte for byte. */
function isSameRecord(one: Exchange, other: Exchange): boolean {
  const isRecordShown = isRecord(one.json) && typeof one.json['id'] === 'string' && succeeded(one)
  return isRecordShown && succeeded(other) && Buffer.compare(one.body, other.body) === 0
}

function pathOf({ request }: Exchange): string {
  return request.path.split('?', 1)[0] ?? ''
}
