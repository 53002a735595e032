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
      ? 'error mapping: this error seems to have the code of another error'
      : 'error mapping: the answer seems to come from the framework or a proxy, which have no error codes',
  location: (_, { received }) =>
    Array.isArray(received) && received.length === 0
      ? 'validation errors without a location: the error seems to be raised by hand, without the field name'
      : 'validation errors with internal names: the validator seems to report the name of a column or property',
  header: ({ name, values }, { received }) => {
    if (values === 'absent') return `default header: the framework or a proxy seems to add ${name}`
    return received === undefined
      ? `missing header: ${name} seems to be set by some handlers only, not by a middleware for all answers`
      : `wrong header: ${name} seems to be computed from another request or an old state`
  },
  'media type': () => "media type: it seems to be guessed from the file name, or to be the framework's default",
  disposition: ({ names }) =>
    names === undefined
      ? 'inline download: Content-Disposition seems to be that of the file storage or the framework'
      : 'file name: the download seems to be named after its storage key, or the name seems to be encoded wrongly',
  bytes: bytesHint,
  shows: fieldsHint,
  record: (_, { fields = [] }, exchange) => {
    const named = fields.length === 0 ? 'value' : quoted(fields)
    const asked = stateIn(exchange)
    return asked === undefined
      ? `inconsistent views: this view seems to have its own query, serializer or cache, with another ${named}`
      : `inconsistent views: with ${asked} the response seems to take ${named} from another version or a cache`
  },
  field: ({ name, shown }, _, exchange) => {
    if (shown) return `field lost: the write seems to drop \`${name}\`, or the serializer seems to leave it out`
    return exchange && !isSafeMethod(exchange.request.method)
      ? `removal ignored: null for \`${name}\` seems to be treated as not sent (COALESCE), so the old value stays`
      : `stale value: \`${name}\` seems to be kept after its removal, or to come from a cache`
  },
  differs: ({ field, later }) =>
    later
      ? `timestamp: \`${field}\` seems to be set by some writes only, or stored in whole seconds`
      : `old value: \`${field}\` seems to be copied, cached or derived instead of generated`,
  now: ({ field }) =>
    `clock: \`${field}\` seems to be stored in local time, copied from another record, or set at another moment`,
  text: ({ shown }) =>
    shown
      ? 'text changed: it seems to be cut, normalized or escaped before it is stored'
      : 'data leak: the response seems to be built from data that this key must not see',
  same: (_, __, exchange) =>
    exchange && !isSafeMethod(exchange.request.method)
      ? 'answer too early: the answer seems to be built before the write is complete'
      : 'inconsistent views: the two values seem to come from separate queries, caches or computations',
  each: eachHint,
  entries: entriesHint,
  size: ({ least = 0 }, { received }, exchange) =>
    typeof received === 'number' && received >= least
      ? `too many entries: a condition or LIMIT seems to be missing${forQuery(exchange)}`
      : `too few entries: a condition or join seems to drop rows, or a cache seems to be stale${forQuery(exchange)}`,
  page: (_, { received }) =>
    typeof received === 'number'
      ? 'page size: LIMIT seems to be applied before the filters, or changed'
      : 'page offset: OFFSET seems to be rounded to whole pages, or the order does not seem to be unique (ORDER BY …, id)',
  pagination: (_, { received }) =>
    isRecord(received) && Number(received['others']) > 0
      ? 'lost filters: later pages seem to be read without the filters of the first'
      : 'unstable order: ORDER BY seems to have no unique last column, so that pages overlap or leave gaps',
  rows: (_, { expected, received }) =>
    sizeOf(received) > sizeOf(expected)
      ? 'too many records: a join seems to multiply them, or a condition seems to be missing'
      : 'records lost or mixed up: some seem to be dropped, copied in part, or to get the values of others',
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
    return 'empty download: the stream seems to be consumed before it is sent or stored'
  const asked = stateIn(exchange)
  return asked === undefined
    ? 'changed bytes: the file seems to be decoded as text, cut, or mixed up with another one'
    : `wrong content: ${asked} seems to be ignored when the content is chosen`
}

function fieldsHint(_: unknown, { fields = [], expected, received }: Failure, exchange: Exchange | undefined): string {
  const named = quoted(fields)
  const isWrite = exchange !== undefined && !isSafeMethod(exchange.request.method)
  if (fields.every((field) => valueAt(expected, field) === undefined))
    return `removal ignored: null for ${named} seems to be treated as not sent (COALESCE), so the old value stays`
  if (fields.every((field) => valueAt(received, field) === undefined))
    return isWrite
      ? `field lost: the write seems to drop ${named}, or its response seems to leave it out`
      : `field lost: a write seems to drop ${named}, or this view seems to leave it out`
  const asked = stateIn(exchange)
  if (isWrite) return `changed value: the write seems to change or ignore ${named}, or to return the old record`
  return asked === undefined
    ? `wrong value: a write seems to store another value in ${named}, or this view seems to read an old copy`
    : `wrong source: with ${asked} the response seems to fill ${named} from another version, a constant or a cache`
}

/** A value of another type is a mistake of the serializer, whatever the request asks for. */
function eachHint({ field, lawful }: Of<'each'>, { received }: Failure, exchange: Exchange | undefined): string {
  const types = Array.isArray(lawful) ? new Set(lawful.map((value: unknown) => typeName(value))) : undefined
  if (types !== undefined && !types.has(typeName(received)))
    return `wrong type: the serializer seems to return \`${field}\` as ${typeName(received)}`
  return parametersOf(exchange).includes(field)
    ? `ignored filter: the query seems to ignore \`${field}\`, or to combine its conditions with OR`
    : `wrong value: the write seems to store another \`${field}\`, or the query seems to select other records`
}

function typeName(value: unknown): string {
  if (value === null || value === undefined) return 'null'
  return Array.isArray(value) ? 'an array' : `a ${typeof value}`
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
      ? 'broken access control: the list does not seem to be restricted to the organization (WHERE organization_id = ?)'
      : `missing condition: deleted or unmatched records do not seem to be excluded${forQuery(exchange)}`
  const [missing, others] = isRecord(received) ? [received['missing'], received['others']] : []
  return sizeOf(missing) === 0 && sizeOf(others) > 0
    ? `ignored filter: its condition seems to be missing from the query${forQuery(exchange)}`
    : `entries left out: a filter, inner join, cache or search index seems to miss them${forQuery(exchange)}`
}

function raceHint(_: unknown, { received }: Failure): string {
  const statuses: readonly unknown[] = Array.isArray(received) ? received : []
  const won = statuses.filter((status) => typeof status === 'number' && status < 300).length
  if (won > 1) return 'race: the check and the write do not seem to be one transaction (no unique index or lock)'
  if (won === 0) return 'race: each request seems to see the unfinished write of another as a conflict'
  return 'race: the error of the unique index or lock does not seem to be mapped to the conflict status'
}

const windowHints: Readonly<Record<WindowRule, string>> = {
  'refuses with 429 past the limit':
    'rate limit: the counter does not seem to be checked, or each process seems to have its own',
  'refuses only when nothing remained':
    'rate limit: X-RateLimit-Remaining seems to come from another counter than the 429',
  'serves again after the reset': 'rate limit: the counter does not seem to be cleared when its window ends',
  'counts two requests together': 'rate limit: each key, route or process seems to have its own counter',
  'counts organizations apart': 'rate limit: all organizations seem to share one counter',
  'tells one limit': 'rate limit: X-RateLimit-Limit seems to be computed from the state of the counter',
  'tells no earlier reset': 'rate limit: X-RateLimit-Reset seems to be recomputed for each answer, or by another clock',
}

/** The hint for a claim in its own words, from the way in which an answer shows it. */
const criterionHints: { readonly [Each in Criterion['kind']]?: string } = {
  contents: 'wrong content: another file or format seems to be sent',
  distinct:
    'ids not unique: a join seems to return one row for each child record, or ids seem to be derived from values',
  'not back': 'timestamp: the time seems to come from another clock or another record',
  number: 'computation: the result seems to be rounded, use the wrong unit, or not be recomputed after a change',
  order: 'unstable order: the query seems to have no ORDER BY with a unique last column',
  settled: 'late write: the answer seems to be sent before the change is stored or indexed',
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
    return `incomplete handling: ${requestText(exchange)} seems to store or return a value other than the one sent`
  const request = exchange === undefined ? 'the handler' : requestText(exchange)
  return `incomplete handling: ${request} seems to return data other than the stored record`
}

/** Those that choose a page are the cause of nothing but a wrong page. */
const ofPages: ReadonlySet<string> = new Set(['limit', 'offset'])

/** The parameters of a request without their values, which may differ in every run, and without those of pages. */
function parametersOf(exchange: Exchange | undefined): readonly string[] {
  const [, query] = exchange?.request.path.split('?', 2) ?? []
  return [...new Set(new URLSearchParams(query).keys())].filter((name) => !ofPages.has(name))
}

/** The parameters that change what a record shows; the others only select records. */
function stateIn(exchange: Exchange | undefined): string | undefined {
  const names = parametersOf(exchange).filter((name) => /version|deleted|format/i.test(name))
  return names.length === 0 ? undefined : quoted(names)
}

function forQuery(exchange: Exchange | undefined): string {
  const names = parametersOf(exchange)
  return names.length === 0 ? '' : ` (query parameters: ${quoted(names)})`
}

const namesShown = 4

function quoted(names: readonly string[]): string {
  const left = names.length - namesShown
  const shown = names.slice(0, namesShown).map((name) => `\`${name}\``)
  return `${shown.join(', ')}${left > 0 ? ` and ${left} more` : ''}`
}

function sizeOf(value: unknown): number {
  return Array.isArray(value) ? value.length : 0
}
