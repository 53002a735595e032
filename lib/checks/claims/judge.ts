import type { Exchange } from '../../client/exchange.ts'
import { HarnessError } from '../errors.ts'
import { instantOf } from '../../contract/instant.ts'
import { fieldIn } from '../../service/records/documented-fields.ts'
import { judgeRecord, judgeShows } from '../../service/records/same-record.ts'
import type { Bare, Claim } from './claim.ts'
import type { Failure, Kind, Of, Statement } from './statement.ts'
import { judgeCode, judgeHeader, judgeLocation, judgeRace, judgeStatus } from './judge-answer.ts'
import { judgeBytes, judgeDisposition, judgeMediaType } from './judge-downloads.ts'
import { judgeEach, judgeEntries, judgePage, judgePagination, judgeRows, judgeSize, recordsOf } from './judge-lists.ts'
import { judgeDiffers, judgeField, judgeNow, judgeSame, judgeText, recordIn } from './judge-values.ts'

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
