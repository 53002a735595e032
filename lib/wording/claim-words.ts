import type { About, Bare, Claim } from '../checks/claims/claim.ts'
import type { Failure, Kind, Of, Statement } from '../checks/claims/statement.ts'
import { criterionOf } from '../checks/claims/criterion-of.ts'
import { isBare } from '../checks/claims/judge.ts'
import type { FailedClaim } from '../checks/finding.ts'
import type { Exchange } from '../client/exchange.ts'
import { answerName, requestText, type Judged } from './source-words.ts'
import { statementWords } from './statement-words.ts'
import type { Criterion, WindowRule } from '../checks/claims/criterion.ts'
import { isSafeMethod } from '../client/request-description.ts'
import { isRecord } from '../contract/is-record.ts'
import { statusHint } from './status-hints.ts'

/** A failed claim in English: the claim, the expected and the received value. */
export function claimWords(claim: Claim, failure: Failure, judged: Judged): FailedClaim {
  const { exchange } = judged
  const criterion = criterionOf(claim, failure, exchange)
  const told = { hint: claim.hint ?? hintOf(claim, failure, exchange), ...(criterion && { criterion }) }
  if (isBare(claim)) {
    const { claim: says, expected, received, fingerprint } = claim
    return { claim: says, expected, received, ...(fingerprint !== undefined && { fingerprint }), ...told }
  }
  const subject = claim.of ?? exchange?.endpoint ?? exchange?.request.method ?? 'the answer'
  const { says, place, expected, received } = statementWords(claim, failure, judged)
  const broken = exchange?.broken
  const mistake = broken === undefined ? [] : [withoutNumbers(broken)]
  return {
    kind: claim.kind,
    claim: `${subjectWords(claim, exchange)} ${says}${broken === undefined ? '' : ` (${broken})`}`,
    // Kind and place identify the finding in every run and version: values may differ.
    fingerprint: [subject, claim.kind, place, ...mistake].join(' '),
    about: [subject, claim.kind, ...mistake].join(' '),
    expected,
    received,
    failure,
    ...told,
  }
}

/** The subject for people: endpoints by method and path. */
function subjectWords(claim: About & Statement, exchange: Exchange | undefined): string {
  if (claim.of !== undefined) return claim.of
  if (exchange === undefined) return 'the response'
  const isOfRequest = claim.kind === 'status' || claim.kind === 'code' || claim.kind === 'race'
  if (isOfRequest) return requestText(exchange)
  const answer = answerName(exchange)
  if (claim.kind === 'each') return isList(exchange) ? `each entry of ${answer}` : answer
  return 'in' in claim && isList(exchange) ? `an entry of ${answer}` : answer
}

function isList({ json }: Exchange): boolean {
  return isRecord(json) && Array.isArray(json['items'])
}

/** Numbers may be those of the run. */
function withoutNumbers(text: string): string {
  return text.replaceAll(/\d+/g, 'N')
}

/** The exchange is absent if a claim is about none. */
type Hint<Hinted> = (claim: Hinted, failure: Failure, exchange: Exchange | undefined) => string

const hints: { readonly [Each in Kind]: Hint<Of<Each>> } = {
  status: (claim, _, exchange) => (exchange ? statusHint(claim, exchange) : general(exchange)),
  code: (_, { received }) =>
    isRecord(received) && received['code'] !== undefined
      ? 'error mapping: this error may have the code of another one'
      : 'error mapping: the answer may come from the framework or a proxy, which have no error codes',
  location: (_, { received }) =>
    Array.isArray(received) && received.length === 0
      ? 'validation errors without a location: the error may be raised by hand, without the field name'
      : 'validation errors with internal names: the validator may report the name of a column or property',
  header: ({ name, values }, { received }) => {
    if (values === 'absent') return `default headers: the framework or a proxy may add ${name}`
    return received === undefined
      ? `missing header: ${name} may be set by some handlers only, not by a middleware for all answers`
      : `wrong header: ${name} may be computed from another request or another state`
  },
  'media type': () => "media type: it may be guessed from the file name, or be the framework's default",
  disposition: ({ names }) =>
    names === undefined
      ? 'inline download: Content-Disposition may be that of the file storage or the framework'
      : 'file name: the download may be named after its storage key, or the name may be encoded wrongly',
  bytes: bytesHint,
  shows: fieldsHint,
  record: (_, { fields = [] }, exchange) => {
    const named = fields.length === 0 ? 'a field' : listed(fields)
    const asked = queryOf(exchange)
    return asked === undefined
      ? `inconsistent views: this view may have its own query, serializer or cache, which misses ${named}`
      : `inconsistent views: with ${asked} the record may come from another query, which misses ${named}`
  },
  field: ({ name, shown }, _, exchange) => {
    if (shown) return `incomplete serializer: it may leave out ${name}, or the write may not store it`
    return exchange && !isSafeMethod(exchange.request.method)
      ? `removal ignored: null for ${name} may be treated as not sent (COALESCE), so the old value stays`
      : `stale value: ${name} may be kept after its removal, or come from a cache`
  },
  differs: ({ field, later }) =>
    later
      ? `timestamp: ${field} may be set by some writes only, or stored in whole seconds`
      : `old value: ${field} may be copied, cached or derived instead of generated`,
  now: ({ field }) =>
    `clock: ${field} may be stored in local time, copied from another record, or set at another moment`,
  text: ({ shown }) =>
    shown
      ? 'text changed: it may be cut, normalized or escaped before it is stored'
      : 'data leak: the answer may be built from data that this request must not see',
  same: (_, __, exchange) =>
    exchange && !isSafeMethod(exchange.request.method)
      ? 'answer too early: the answer may be built before the write is complete'
      : 'inconsistent views: the two values may come from separate queries, caches or computations',
  each: ({ field }, _, exchange) => {
    const asked = queryOf(exchange)
    return asked === undefined
      ? `wrong condition: the query may not restrict ${field}, or the write may store another value`
      : `ignored filter: the query may not restrict ${field} by ${asked}, or join its conditions by OR`
  },
  entries: entriesHint,
  size: ({ least = 0 }, { received }, exchange) =>
    typeof received === 'number' && received >= least
      ? `too many entries: a condition or LIMIT may be missing${forQuery(exchange)}`
      : `too few entries: a condition or join may drop rows, or a cache may be stale${forQuery(exchange)}`,
  page: (_, { received }) =>
    typeof received === 'number'
      ? 'page size: LIMIT may be applied before the filters, or changed'
      : 'page offset: OFFSET may be rounded to whole pages, or the order may not be unique (ORDER BY …, id)',
  pagination: (_, { received }) =>
    isRecord(received) && Number(received['others']) > 0
      ? 'lost filters: later pages may be read without the filters of the first'
      : 'unstable order: ORDER BY may have no unique last column, so that pages overlap or leave gaps',
  rows: (_, { expected, received }) =>
    sizeOf(received) > sizeOf(expected)
      ? 'too many records: a join may multiply them, or a condition may be missing'
      : 'records lost or mixed up: some may be dropped, copied in part, or get the values of others',
  race: raceHint,
}

/** The likely mistake behind a failed claim, in the words of a developer of the target. */
export function hintOf(claim: Claim, failure: Failure, exchange: Exchange | undefined): string {
  return isBare(claim) ? bareHint(claim, exchange) : hintOfKind(claim.kind, claim, failure, exchange)
}

function hintOfKind<Each extends Kind>(
  kind: Each,
  claim: Of<Each> & Statement,
  ...seen: [failure: Failure, exchange: Exchange | undefined]
): string {
  return hints[kind](claim, ...seen)
}

function bytesHint(_: unknown, { received }: Failure, exchange: Exchange | undefined): string {
  if (isRecord(received) && received['bytes'] === 0)
    return 'empty download: the stream may already be consumed before it is sent or stored'
  const asked = queryOf(exchange)
  return asked === undefined
    ? 'changed bytes: the file may be decoded as text, cut, or mixed up with another one'
    : `wrong content: ${asked} may be ignored when the content is chosen`
}

function fieldsHint(_: unknown, { fields = [], expected, received }: Failure, exchange: Exchange | undefined): string {
  const named = listed(fields)
  const isWrite = exchange !== undefined && !isSafeMethod(exchange.request.method)
  if (fields.every((field) => valueAt(expected, field) === undefined))
    return `removal ignored: null for ${named} may be treated as not sent (COALESCE), so the old value stays`
  if (fields.every((field) => valueAt(received, field) === undefined))
    return isWrite
      ? `field lost: the write may not store ${named}, or its answer may be built from part of the record`
      : `field lost: another write may overwrite ${named} with nothing, or this view may leave it out`
  const asked = queryOf(exchange)
  if (isWrite) return `write not stored as sent: ${named} may be changed, ignored, or returned from the old record`
  return asked === undefined
    ? `old or wrong value: ${named} may come from a cache, a copy, or a write that stored another value`
    : `wrong state: with ${asked} the value of ${named} may come from another version or query`
}

function valueAt(record: unknown, field: string): unknown {
  return (isRecord(record) ? record[field] : undefined) ?? undefined
}

function entriesHint({ listed: due, to }: Of<'entries'>, failure: Failure, exchange?: Exchange): string {
  const { received } = failure
  if (isRecord(received) && 'status' in received)
    return exchange ? statusHint({ lawful: 'a success' }, exchange) : general(exchange)
  if (!due)
    return to !== undefined
      ? 'broken access control: the list may not be restricted to the organization (WHERE organization_id = ?)'
      : `missing condition: deleted or unmatched records may not be excluded${forQuery(exchange)}`
  const [missing, others] = isRecord(received) ? [received['missing'], received['others']] : []
  return sizeOf(missing) === 0 && sizeOf(others) > 0
    ? `ignored filter: its condition may be missing from the query${forQuery(exchange)}`
    : `entries left out: a filter, inner join, cache or search index may miss them${forQuery(exchange)}`
}

function raceHint(_: unknown, { received }: Failure): string {
  const statuses: readonly unknown[] = Array.isArray(received) ? received : []
  const won = statuses.filter((status) => typeof status === 'number' && status < 300).length
  if (won > 1) return 'race: the check and the write may not be one transaction (no unique index or lock)'
  if (won === 0) return 'race: each request may see the unfinished write of another as a conflict'
  return 'race: the error of the unique index or lock may not be mapped to the conflict status'
}

const windowHints: Readonly<Record<WindowRule, string>> = {
  'refuses with 429 past the limit': 'rate limit: the counter may not be checked, or each process may have its own',
  'refuses only when nothing remained': 'rate limit: X-RateLimit-Remaining may come from another counter than the 429',
  'serves again after the reset': 'rate limit: the counter may not be cleared when its window ends',
  'counts two requests together': 'rate limit: each key, route or process may have its own counter',
  'counts organizations apart': 'rate limit: all organizations may share one counter',
  'tells one limit': 'rate limit: X-RateLimit-Limit may be computed from the state of the counter',
  'tells no earlier reset': 'rate limit: X-RateLimit-Reset may be recomputed for each answer, or by another clock',
}

/** The hint for a claim in its own words, from the way in which an answer shows it. */
const criterionHints: { readonly [Each in Criterion['kind']]?: string } = {
  contents: 'wrong content: another file or format may be sent',
  distinct: 'ids not unique: a join may return one row for each child record, or ids may be derived from values',
  'not back': 'timestamp: the time may come from another clock or another record',
  number: 'computation: the result may be rounded, use the wrong unit, or not be recomputed after a change',
  order: 'unstable order: the query may have no ORDER BY with a unique last column',
  settled: 'late write: the answer may be sent before the change is stored or indexed',
  key: 'key format: keys may be generated or shown without their prefix',
}

function bareHint({ criterion }: Bare, exchange: Exchange | undefined): string {
  if (criterion?.kind === 'window') return windowHints[criterion.rule]
  const told = criterion && criterionHints[criterion.kind]
  if (told !== undefined) return told
  return exchange !== undefined && exchange.status >= 500
    ? statusHint({ lawful: 'below 500' }, exchange)
    : general(exchange)
}

function general(exchange: Exchange | undefined): string {
  if (exchange !== undefined && !isSafeMethod(exchange.request.method))
    return 'write: the handler may miss this case, or store something other than it returns'
  return `read: the handler may miss this case, or build its answer from data other than the stored record${forQuery(exchange)}`
}

/** The parameters of a request without their values, which may differ in every run. */
function queryOf(exchange: Exchange | undefined): string | undefined {
  const [, query] = exchange?.request.path.split('?', 2) ?? []
  const names = [...new Set(new URLSearchParams(query).keys())]
  return names.length === 0 ? undefined : listed(names)
}

function forQuery(exchange: Exchange | undefined): string {
  const asked = queryOf(exchange)
  return asked === undefined ? '' : ` (parameters: ${asked})`
}

const namesShown = 4

function listed(names: readonly string[]): string {
  const left = names.length - namesShown
  return `${names.slice(0, namesShown).join(', ')}${left > 0 ? ` and ${left} more` : ''}`
}

function sizeOf(value: unknown): number {
  return Array.isArray(value) ? value.length : 0
}
