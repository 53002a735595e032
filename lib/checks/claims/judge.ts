import { type Exchange, succeeded } from '../../client/exchange.ts'
import { HarnessError, nothingToJudge, UntestedError } from '../errors.ts'
import { instantOf } from '../../contract/instant.ts'
import { fieldIn } from '../../service/records/documented-fields.ts'
import { judgeRecord, judgeShows } from '../../service/records/same-record.ts'
import type { Bare, Claim } from './claim.ts'
import type { Failure, Kind, Of, Statement } from './statement.ts'
import { judgeEach, judgeEntries, judgePage, judgePagination, judgeRows, judgeSize, recordsOf } from './judge-lists.ts'
import { judgeDiffers, judgeField, judgeNow, judgeSame, judgeText, recordIn } from './judge-values.ts'
import { errorCodeOf, validationLocations } from '../error-body.ts'
import { brokenDown, closed, requireOwnAnswer } from './no-verdict.ts'
import { bodyDigest } from '../../client/body-digest.ts'
import { dispositionOf, readingsOf } from '../disposition.ts'
import { sameMediaType } from '../../service/records/equal-values.ts'

type Judge<Judged> = (claim: Judged, exchange: Exchange | undefined) => Failure | undefined

const judges: { readonly [Each in Kind]: Judge<Of<Each>> } = {
  status: ofAnswer(judgeStatus),
  code: ofAnswer(judgeCode),
  location: ofAnswer(judgeLocation),
  header: ofAnswer(judgeHeader),
  'media type': ofAnswer(judgeMediaType),
  disposition: ofAnswer(judgeDisposition),
  bytes: ofAnswer(judgeBytes),
  shows: judgeShows,
  record: judgeRecord,
  field: judgeField,
  differs: judgeDiffers,
  now: ofAnswer(judgeNow),
  text: judgeText,
  same: judgeSame,
  each: judgeEach,
  entries: judgeEntries,
  size: ofAnswer(judgeSize),
  page: ofAnswer(judgePage),
  pagination: judgePagination,
  rows: judgeRows,
  race: judgeRace,
}

/** Why a claim fails for an answer; `undefined` if it holds. Throws `UntestedError` if the answer proves nothing. */
export function judge(claim: Claim, exchange: Exchange | undefined): Failure | undefined {
  if (claim.mayRefuse === true && exchange !== undefined && exchange.status >= 300) return undefined
  if (!isBare(claim)) return judgeKind(claim.kind, claim, exchange)
  const { holds, expected, received } = claim
  return holds ? undefined : { expected, received }
}

export function isBare(claim: Statement | Bare): claim is Bare {
  return claim.kind === undefined || claim.kind === 'bare'
}

function judgeKind<Each extends Kind>(
  kind: Each,
  claim: Of<Each>,
  exchange: Exchange | undefined,
): Failure | undefined {
  return judges[kind](claim, exchange)
}

function ofAnswer<Judged extends Statement>(
  judgeAnswer: (claim: Judged, answer: Exchange) => Failure | undefined,
): Judge<Judged> {
  return (claim, exchange) => {
    if (exchange === undefined) throw new HarnessError(`a claim of the kind "${claim.kind}" needs an answer`)
    return judgeAnswer(claim, exchange)
  }
}

/** Whether the claim is about each of several things, and there are none: then it proves nothing. */
export function isOverNothing(claim: Claim, exchange: Exchange | undefined): boolean {
  if (claim.over) return isEmpty(claim.over)
  if (claim.kind === 'entries') return claim.ids.length === 0 && claim.only !== true
  if (claim.kind === 'each' && !('except' in claim.lawful))
    return (claim.among ?? recordsOf(exchange?.json)).length === 0
  return claim.kind === 'now' && instantOf(fieldIn(recordIn(claim, exchange), claim.field)) === undefined
}

function isEmpty(things: Iterable<unknown>): boolean {
  for (const _ of things) return false
  return true
}

/** Throws `UntestedError` if something in front of the service has refused. */
function judgeStatus({ lawful }: Of<'status'>, exchange: Exchange): Failure | undefined {
  if (isLawful(lawful, exchange.status)) return undefined
  if (lawful !== 'below 500') requireOwnAnswer(exchange)
  return { expected: lawful, received: statusAndCode(exchange) }
}

function isLawful(lawful: Of<'status'>['lawful'], status: number): boolean {
  if (lawful === 'a success') return status >= 200 && status < 300
  if (lawful === 'a refusal') return status >= 400 && status < 500
  if (lawful === 'below 500') return status < 500
  return 'except' in lawful ? !lawful.except.includes(status) : lawful.includes(status)
}

function judgeCode({ lawful }: Of<'code'>, exchange: Exchange): Failure | undefined {
  const code = errorCodeOf(exchange)
  const holds = 'except' in lawful ? !lawful.except.includes(code ?? '') : code !== undefined && lawful.includes(code)
  return holds ? undefined : { expected: lawful, received: statusAndCode(exchange) }
}

function judgeLocation({ name }: Of<'location'>, exchange: Exchange): Failure | undefined {
  const locations = validationLocations(exchange)
  if (locations.some((parts) => parts.some((part) => isNamedIn(part, name)))) return undefined
  return { expected: name, received: locations }
}

/** lawful: a loc may be a whole path, and use the service's own spelling: `/items/0/readableId`, `items[0].readable_id`. */
function isNamedIn(part: string, name: string): boolean {
  return part.split(/[^\w-]+/).some((word) => wordOf(word) === wordOf(name))
}

function wordOf(word: string): string {
  return word.replaceAll(/[_-]/g, '').toLowerCase()
}

function judgeHeader({ name, values }: Of<'header'>, { headers }: Exchange): Failure | undefined {
  const value = headers[name.toLowerCase()]
  return isLawfulHeader(value, values) ? undefined : { expected: values, received: value }
}

function isLawfulHeader(value: string | undefined, values: Of<'header'>['values']): boolean {
  if (values === 'absent' || value === undefined) return values === 'absent' && value === undefined
  if (values === undefined) return true
  return 'except' in values ? !values.except.includes(value) : values.includes(value)
}

/** Throws `UntestedError` if there was no request, the target failed on another one, or rejects every request. */
function judgeRace({ answers, others, mayRefuseAll }: Of<'race'>): Failure | undefined {
  if (answers.length === 0) throw new UntestedError(nothingToJudge)
  const crash = answers.find(({ status }) => status >= 500)
  const won = answers.filter(succeeded).length
  if (crash && won <= 1) throw brokenDown(crash)
  // lawful: a plan may limit the number of records, so that none of the requests succeeds
  if (answers.every(({ status }) => status === 403)) throw closed(answers)
  const stated = others === undefined ? undefined : [others].flat()
  const refused = answers.filter(({ status }) => status >= 400 && status < 500 && stated?.includes(status) !== false)
  const isDecided = won === 1 || (mayRefuseAll === true && won === 0)
  if (isDecided && refused.length === answers.length - won) return undefined
  return {
    expected: { others: answers.length - 1, statuses: stated },
    received: answers.map(({ status }) => status).toSorted((one, other) => one - other),
  }
}

function statusAndCode(exchange: Exchange): { readonly status: number; readonly code?: string } {
  const code = errorCodeOf(exchange)
  return { status: exchange.status, ...(code !== undefined && { code }) }
}

function judgeBytes({ sha256 }: Of<'bytes'>, answer: Exchange): Failure | undefined {
  const received = bodyDigest(answer)
  return received === sha256 ? undefined : { expected: sha256, received: { sha256: received, bytes: answer.bodyBytes } }
}

/** lawful: an answer without a media type; clients treat it as bytes */
function judgeMediaType({ lawful }: Of<'media type'>, { headers }: Exchange): Failure | undefined {
  const received = headers['content-type'] ?? ''
  const holds = received === '' || lawful.some((type) => sameMediaType(type, received))
  return holds ? undefined : { expected: lawful, received }
}

function judgeDisposition(claim: Of<'disposition'>, { headers }: Exchange): Failure | undefined {
  const header = headers['content-disposition']
  const disposition = dispositionOf(header)
  const failure = { expected: claim.names ?? 'attachment', received: header }
  if (claim.names === undefined) return disposition?.type === 'attachment' ? undefined : failure
  // No name at all is lawful.
  if (disposition?.name === undefined) return undefined
  const holds = readingsOf(disposition).some((name) => isNameOf(claim, name))
  return holds ? undefined : failure
}

/** lawful: the id as the name, with any extension; for a snapshot, the version beside the name */
function isNameOf({ names = [], id, isSnapshot }: Of<'disposition'>, named: string): boolean {
  if (id !== undefined && named.toLowerCase().includes(id.toLowerCase())) return true
  if (names.some((own) => isSameName(own, named))) return true
  const stem = (names[0] ?? '').replace(/\.\w+$/u, '')
  return isSnapshot === true && asciiFormsOf(stem).some((form) => asciiOf(named).includes(form))
}

function isSameName(own: string, named: string): boolean {
  return lettersOf(own) === lettersOf(named) || asciiFormsOf(own).includes(asciiOf(named))
}

/** lawful: a name reduced to ASCII, because a header takes no other characters: without its accents, or its letters with accents */
function asciiFormsOf(name: string): readonly string[] {
  return (['NFD', 'NFC'] as const).map((form) => asciiOf(name.normalize(form)))
}

function asciiOf(name: string): string {
  return name.replaceAll(/[^A-Za-z0-9]/gu, '')
}

/** Spaces and punctuation may be replaced in a header; letters and digits of any script identify the file. */
function lettersOf(name: string): string {
  return name.normalize().replaceAll(/[^\p{L}\p{N}]/gu, '')
}
