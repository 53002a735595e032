import type { Exchange } from '../client/exchange.ts'
import type { RequirementId } from '../contract/requirement.ts'
import type {
  About,
  Claim,
  EachClaim,
  Failure,
  InRecord,
  DispositionClaim,
  EntriesClaim,
  PageClaim,
  PaginationClaim,
  RecordComparison,
  SizeClaim,
  StatusClaim,
} from './claims/claim.ts'
import { isOverNothing } from './claims/is-over-nothing.ts'
import { judge } from './claims/judge.ts'
import { refusalClaims, type Refusal } from './claims/refusal-claims.ts'
import { claimWords } from '../wording/claim-words.ts'
import { HarnessError, Violation } from './errors.ts'
import type { Row } from './finding.ts'
import { hash } from 'node:crypto'

/** What a claim is about, where the endpoint does not say it, or all that surrounds it. */
export type Of = string | About

/** What is judged is a record that the answer shows, such as an entry of a list; without `in` the answer's body. */
type OfRecord = string | (About & InRecord)

/** Two records whose documented fields are held against each other; `received` is the answer's body where it is left out. */
export type Agreement = Omit<RecordComparison, 'expected' | 'received'> & About & { readonly received?: unknown }

export interface Equal extends About {
  readonly expected: unknown
  readonly received: unknown
}

export interface Race {
  readonly answers: readonly Exchange[]
  /** The status of the others, where the contract states it, or what else is lawful beside it; left out: any 4xx. */
  readonly others?: number | readonly number[]
  /** Whether none of them need be accepted. */
  readonly mayRefuseAll?: true
  readonly hint?: string
}

/** The claims that can be made of one requirement, about an answer or about each of several. Each throws a `Violation` where it does not hold. */
export interface Claims {
  /** The answer has this status, one of these, or any but some. */
  hasStatus(status: number | StatusClaim['lawful'], about?: About): void
  /** The answer is a success: any 2xx, or just the one given. */
  isAccepted(status?: number, about?: About): void
  /** The answer refuses: a 4xx with an error body, and its status and code where the contract states them. */
  isRefused(refusal: Refusal): void
  /** The answer refuses, with whatever 4xx: for what is wrong in any place, so that nothing else could be the reason. */
  isRejected(about?: About): void
  /** The target has not broken down over the request: no 5xx. */
  isNoServerError(): void
  /** The answer has one of these error codes, or any but those. */
  hasCode(lawful: string | readonly string[] | { readonly except: readonly string[] }, of?: Of): void
  /** The validation errors of the answer name this field or parameter in a `loc`. */
  locates(name: string, about?: About): void
  /** The answer has this header, with one of these values where any are given, or any but those. */
  hasHeader(name: string, values?: readonly string[] | { readonly except: readonly string[] }, of?: Of): void
  /** The answer has no such header. */
  lacksHeader(name: string, of?: Of): void

  /** The record shows these values, as the contract compares its fields; `undefined` stands for no value. */
  shows(
    fields: Readonly<Record<string, unknown>>,
    of?: string | (About & InRecord & { readonly mayBeMissing?: true }),
  ): void
  /** The record has no such field, or nothing in it. */
  lacks(field: string, of?: OfRecord): void
  /** The record has this field, with something in it. */
  has(field: string, of?: OfRecord): void
  /** The record shows something else in a field than this. */
  differsIn(field: string, from: unknown, of?: OfRecord): void
  /** The record shows a later time in a field than this. */
  isLaterIn(field: string, than: unknown, of?: OfRecord): void
  /** A time in the record is the present one, on the clock of the answer or of another one. What is no time is judged elsewhere. */
  isDatedNow(field: string, about?: About & InRecord & { readonly clock?: Exchange }): void
  /** The record, or each entry of the list or of some of them, has one of these values in a field. */
  eachHas(field: string, lawful: EachClaim['lawful'], of?: Omit<EachClaim, 'kind' | 'field' | 'lawful'> & About): void
  /** The answer shows this text in one of its values. */
  showsText(text: string, of?: OfRecord): void
  /** The answer shows none of these texts in any of its values. */
  hidesText(texts: string | readonly string[], of?: OfRecord): void
  /** The answer shows the same record as another, by the documented fields of its kind. */
  agreesWith(expected: unknown, agreement: Agreement): void

  /** The body of the answer is these bytes. */
  hasBytes(content: Uint8Array, about?: About): void
  /** The body of the answer has this SHA-256, in hexadecimal. */
  hasDigest(sha256: string, about?: About): void
  /** The answer is announced as one of these media types, or as none. */
  hasMediaType(lawful: readonly string[], about?: About): void
  /** The answer is an attachment. */
  isAttachment(about?: About): void
  /** The answer names one of these files, by a name or the id, or none at all. */
  namesFile(file: Omit<DispositionClaim, 'kind'>): void

  /** The answer is a list with this entry, or with each of these. */
  lists(
    ids: string | readonly string[],
    of?: string | (About & Pick<EntriesClaim, 'among'>),
    where?: Pick<About, 'where'>,
  ): void
  /** The answer is a list with these entries and no other. */
  listsOnly(ids: readonly string[], of?: Of): void
  /** The answer is a list without this entry, or without any of these. */
  omits(
    ids: string | readonly string[],
    of?: string | (About & Pick<EntriesClaim, 'among' | 'to'>),
    where?: Pick<About, 'where'>,
  ): void
  /** The answer is a list of so many entries. */
  hasEntries(
    size: { readonly least?: number; readonly most?: number },
    of?: string | (About & Pick<SizeClaim, 'among'>),
  ): void
  /** The page of a list has so many entries, and begins with these, told by what names them. */
  isPage(page: Omit<PageClaim, 'kind'>, of?: Of): void
  /** Pages by a limit show each entry of the list once, and no other. */
  isPaginated(pagination: Omit<PaginationClaim, 'kind'>, of?: Of): void
  /** The entries that have these ids stand in this order. */
  isOrderedAs(ids: readonly string[], of?: Of): void
  /** These records, told by some of their fields, are the expected ones, in any order. */
  hasRows(rows: { readonly expected: readonly Row[]; readonly received: readonly Row[] } & About): void

  /** Of several simultaneous requests one succeeds, and the others are refused. */
  oneWins(race: Race): void
  /** Two values are the same, compared deeply. */
  equals(equal: Equal | ((answer: Exchange) => Equal)): void
  /** What no other claim fits. */
  that(claim: Claim | ((answer: Exchange) => Claim)): void
}

/**
 * Names the requirement at the claim. The exchange, where given, is the evidence, and of several each is judged by itself; `ledBy`
 * is what led there, where this check judges what another has sent.
 */
export type Verify<Id extends RequirementId = RequirementId> = (
  requirement: Id,
  exchange?: Exchange | readonly Exchange[],
  ledBy?: readonly Exchange[],
) => Claims

/** A claim, and how it does not hold of an answer. */
export interface Judgement {
  readonly claim: Claim
  readonly exchange: Exchange | undefined
  readonly failure: Failure | undefined
}

/** What `verify` tells of each claim, once it is judged. */
export interface Evaluating {
  readonly evaluated: (requirement: RequirementId, judged: Judgement) => void
  /** There is no answer or entry that the claim could be about. */
  readonly empty: (requirement: RequirementId) => void
}

/** The one way to a finding: every claim counts as an evaluation, and a claim that does not hold throws a `Violation`. */
export function createVerify({ evaluated, empty }: Evaluating): Verify {
  return (requirement, about, ledBy) => {
    const hold = (claim: Claim, exchange?: Exchange): void => {
      if (claim.where === false) return
      if (isOverNothing(claim, exchange)) {
        empty(requirement)
        return
      }
      const failure = judge(claim, exchange)
      evaluated(requirement, { claim, exchange, failure })
      if (!failure) return
      const beside = claim.kind === 'race' ? claim.answers : claim.beside
      throw new Violation(
        { requirement, exchange, ...(beside && { beside }), ...(ledBy && { ledBy }) },
        claimWords(claim, failure, exchange),
      )
    }
    const holdEach = (claimsOf: (answer: Exchange) => readonly Claim[]): void => {
      if (about === undefined) throw new HarnessError(`verify('${requirement}') needs an answer for its claim`)
      const answers = 'request' in about ? [about] : about
      if (answers.length === 0) empty(requirement)
      for (const answer of answers) for (const claim of claimsOf(answer)) hold(claim, answer)
    }
    const that: Claims['that'] = (claim) => {
      if (typeof claim === 'function') holdEach((answer) => [claim(answer)])
      else if (about === undefined) hold(claim)
      else holdEach(() => [claim])
    }
    return { that, ...matchers(that), isRefused: (refusal) => holdEach((answer) => refusalClaims(answer, refusal)) }
  }
}

/** The claims of one requirement as data. */
function matchers(that: Claims['that']): Omit<Claims, 'that' | 'isRefused'> {
  return {
    hasStatus: (status, about) =>
      that({ kind: 'status', lawful: typeof status === 'number' ? [status] : status, ...about }),
    isAccepted: (status, about) =>
      that({ kind: 'status', lawful: status === undefined ? 'a success' : [status], ...about }),
    isRejected: (about) => that({ kind: 'status', lawful: 'a refusal', ...about }),
    isNoServerError: () => that({ kind: 'status', lawful: 'below 500' }),
    hasCode: (lawful, of) =>
      that({ kind: 'code', lawful: typeof lawful === 'string' ? [lawful] : lawful, ...surrounding(of) }),
    locates: (name, about) => that({ kind: 'location', name, ...about }),
    hasHeader: (name, values, of) => that({ kind: 'header', name, ...(values && { values }), ...surrounding(of) }),
    lacksHeader: (name, of) => that({ kind: 'header', name, values: 'absent', ...surrounding(of) }),
    shows: (fields, of) => that({ kind: 'shows', fields, ...surrounding(of) }),
    lacks: (name, of) => that({ kind: 'field', name, shown: false, isFilled: true, ...surrounding(of) }),
    has: (name, of) => that({ kind: 'field', name, shown: true, isFilled: true, ...surrounding(of) }),
    differsIn: (field, from, of) => that({ kind: 'differs', field, from, ...surrounding(of) }),
    isLaterIn: (field, than, of) => that({ kind: 'differs', field, from: than, later: true, ...surrounding(of) }),
    isDatedNow: (field, about) => that({ kind: 'now', field, ...about }),
    eachHas: (field, lawful, of) => that({ kind: 'each', field, lawful, ...of }),
    showsText: (text, of) => that({ kind: 'text', text, shown: true, ...surrounding(of) }),
    hidesText: (texts, of) => {
      for (const text of [texts].flat()) that({ kind: 'text', text, shown: false, ...surrounding(of) })
    },
    agreesWith: (expected, { kind: record, ...rest }) =>
      that(({ json }) => ({ received: json, ...rest, kind: 'record', record, expected })),
    hasBytes: (content, about) => that({ kind: 'bytes', sha256: hash('sha256', content, 'hex'), ...about }),
    hasDigest: (sha256, about) => that({ kind: 'bytes', sha256, ...about }),
    hasMediaType: (lawful, about) => that({ kind: 'media type', lawful, ...about }),
    isAttachment: (about) => that({ kind: 'disposition', ...about }),
    namesFile: (file) => that({ kind: 'disposition', ...file }),
    lists: (ids, of, where) => that({ kind: 'entries', ids: [ids].flat(), listed: true, ...surrounding(of), ...where }),
    listsOnly: (ids, of) => that({ kind: 'entries', ids, listed: true, only: true, ...surrounding(of) }),
    omits: (ids, of, where) =>
      that({ kind: 'entries', ids: [ids].flat(), listed: false, ...surrounding(of), ...where }),
    hasEntries: (size, of) => that({ kind: 'size', ...size, ...surrounding(of) }),
    isPage: (page, of) => that({ kind: 'page', ...page, ...surrounding(of) }),
    isPaginated: ({ due, seen, goesOn, repeats }, of) =>
      that({ kind: 'pagination', due, seen, goesOn, repeats, ...surrounding(of) }),
    isOrderedAs: (ids, of) => that({ kind: 'order', ids, ...surrounding(of) }),
    hasRows: (rows) => that({ kind: 'rows', ...rows }),
    oneWins: (race) => that({ kind: 'race', ...race }),
    equals: (equal) =>
      that(typeof equal === 'function' ? (answer) => ({ kind: 'same', ...equal(answer) }) : { kind: 'same', ...equal }),
  }
}

function surrounding<Surroundings extends object>(
  of: string | Surroundings | undefined,
): { readonly of?: string } | Surroundings {
  return typeof of === 'string' ? { of } : (of ?? {})
}
