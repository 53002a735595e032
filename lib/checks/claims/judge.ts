import type { Exchange } from '../../client/exchange.ts'
import { HarnessError } from '../errors.ts'
import { judgeRecord, judgeShows } from '../records/same-record.ts'
import type { Bare, Claim, Failure, Statement } from './claim.ts'
import { judgeCode, judgeHeader, judgeLocation, judgeRace, judgeStatus } from './judge-answer.ts'
import { judgeBytes, judgeDisposition, judgeMediaType } from './judge-downloads.ts'
import { judgeEach, judgeEntries, judgeOrder, judgeRows, judgeSize } from './judge-lists.ts'
import { judgeDiffers, judgeField, judgeSame, judgeText } from './judge-values.ts'

/** How a claim does not hold of an answer; `undefined` where it holds. Throws `UntestedError` where the answer proves nothing. */
export function judge(claim: Claim, exchange: Exchange | undefined): Failure | undefined {
  return isBare(claim) ? judgeBare(claim) : judgeStatement(claim, exchange)
}

export function isBare(claim: Statement | Bare): claim is Bare {
  return claim.kind === undefined || claim.kind === 'bare'
}

function judgeBare({ holds, expected, received }: Bare): Failure | undefined {
  return holds ? undefined : { expected, received }
}

function judgeStatement(claim: Statement, exchange: Exchange | undefined): Failure | undefined {
  switch (claim.kind) {
    case 'race':
      return judgeRace(claim)
    case 'rows':
      return judgeRows(claim)
    case 'same':
      return judgeSame(claim)
    case 'record':
      return judgeRecord(claim)
    case 'shows':
      return judgeShows(claim, exchange)
    case 'field':
      return judgeField(claim, exchange)
    case 'differs':
      return judgeDiffers(claim, exchange)
    case 'text':
      return judgeText(claim, exchange)
    case 'each':
      return judgeEach(claim, exchange)
    case 'status':
      return judgeStatus(claim, answer(exchange, claim))
    case 'code':
      return judgeCode(claim, answer(exchange, claim))
    case 'location':
      return judgeLocation(claim, answer(exchange, claim))
    case 'header':
      return judgeHeader(claim, answer(exchange, claim))
    case 'entries':
      return judgeEntries(claim, answer(exchange, claim))
    case 'size':
      return judgeSize(claim, answer(exchange, claim))
    case 'order':
      return judgeOrder(claim, answer(exchange, claim))
    case 'bytes':
      return judgeBytes(claim, answer(exchange, claim))
    case 'media type':
      return judgeMediaType(claim, answer(exchange, claim))
    case 'disposition':
      return judgeDisposition(claim, answer(exchange, claim))
  }
}

function answer(exchange: Exchange | undefined, { kind }: Statement): Exchange {
  if (exchange === undefined)
    throw new HarnessError(`a claim of the kind "${kind}" is about an answer and was given none`)
  return exchange
}
