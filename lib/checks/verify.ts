import { hash } from 'node:crypto'
import type { Exchange } from '../client/exchange.ts'
import { printable } from '../client/printable.ts'
import { redact } from '../client/redactor.ts'
import type { RequirementId } from '../contract/requirement.ts'
import { claimWords } from '../wording/claim-words.ts'
import { emptyWords } from '../wording/source-words.ts'
import type { About, Claim } from './claims/claim.ts'
import type { Failure, InRecord, RecordComparison, Statements } from './claims/statement.ts'
import { isOverNothing, judge } from './claims/judge.ts'
import { refusalClaims, type Refusal } from './claims/refusal-claims.ts'
import { HarnessError } from './errors.ts'
import type { FailedClaim } from './finding.ts'

/** What surrounds a claim, or only what it is about, if the endpoint does not say it. */
type Around<More extends object = object> = string | (About & More)

/** Two values that must be the same. */
type Equal = About & Pick<Statements['same'], 'expected' | 'received'>

/**
 * Names the requirement at the claim. The exchange, if given, is the evidence; of several, each is judged separately. `ledBy`
 * lists the exchanges that led there, if this check judges an answer to another one.
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

/** The requirement of a violation, and the answer that breaks it, if it is a single one. */
export interface Judged {
  readonly requirement: RequirementId
  readonly exchange: Exchange | undefined
  /** What led there, if another check has sent it. */
  readonly ledBy?: readonly Exchange[]
  /** The other answers that the claim is about: the control request, or the others of a race. */
  readonly beside?: readonly Exchange[]
}

/** The target breaks a rule. `verify` throws it, and the runner of the check turns it into a finding. */
export class Violation extends Error {
  readonly judged: Judged
  readonly failed: FailedClaim

  constructor(judged: Judged, failed: FailedClaim) {
    const { requirement, exchange } = judged
    const where = exchange ? ` at ${exchange.request.method} ${exchange.request.path}` : ''
    const text = `${requirement}: ${failed.claim}: expected ${failed.expected}, received ${failed.received}${where}`
    // The message goes to vitest's reporters as it is.
    super(printable(redact(text)))
    this.name = 'Violation'
    this.judged = judged
    this.failed = failed
  }
}

/** What `verify` reports about each judged claim. */
interface Evaluating {
  readonly evaluated: (requirement: RequirementId, judged: Judgement) => void
  /** There is not an answer or entry for the claim; the cause names what is missing, if that is known. */
  readonly empty: (requirement: RequirementId, cause?: string) => void
  /** What the check has sent so far, and what was sent for it. */
  readonly sent?: () => readonly Exchange[]
}

/** The only way to report a finding: every claim counts as an evaluation, and a failed claim throws a `Violation`. */
export function createVerify({ evaluated, empty, sent }: Evaluating): Verify {
  return (requirement, about, ledBy) => {
    const hold = (claim: Claim, exchange?: Exchange): void => {
      if (claim.where === false) return
      if (isOverNothing(claim, exchange)) {
        empty(requirement, emptyWords(claim, exchange))
        return
      }
      const failure = judge(claim, exchange)
      evaluated(requirement, { claim, exchange, failure })
      if (!failure) return
      const beside = claim.kind === 'race' ? claim.answers : claim.beside
      throw new Violation(
        { requirement, exchange, ...(beside && { beside }), ...(ledBy && { ledBy }) },
        claimWords(claim, failure, { exchange, led: ledBy ?? sent?.() ?? [] }),
      )
    }
    const holdEach: HoldEach = (claimsOf) => {
      if (about === undefined) throw new HarnessError(`verify('${requirement}') needs an answer for its claim`)
      const answers = 'request' in about ? [about] : about
      if (answers.length === 0) empty(requirement)
      for (const answer of answers) for (const claim of claimsOf(answer)) hold(claim, answer)
    }
    return claimsBy(holdEach, (claim) => {
      if (about === undefined) hold(claim)
      else holdEach(() => [claim])
    })
  }
}

type HoldEach = (claimsOf: (answer: Exchange) => readonly Claim[]) => void

/** The claims about one requirement, for one answer or for each of several. Each throws a `Violation` if it does not hold. */
export type Claims = ReturnType<typeof claimsBy>

// oxlint-disable-next-line max-lines-per-function -- a table: a claim a row
function claimsBy(holdEach: HoldEach, hold: (claim: Claim) => void) {
  return {
    /** The answer has this status, one of these, or none of some. */
    hasStatus: (status: number | Statements['status']['lawful'], about?: About) =>
      hold({ kind: 'status', lawful: typeof status === 'number' ? [status] : status, ...about }),
    /** The answer is a success: any 2xx, or the given one. */
    isAccepted: (status?: number, about?: About) =>
      hold({ kind: 'status', lawful: status === undefined ? 'a success' : [status], ...about }),
    /** The answer is a 4xx with an error body, and with the status and code of the contract if it defines them. */
    isRefused: (refusal: Refusal) => holdEach((answer) => refusalClaims(answer, refusal)),
    /** The answer is any 4xx: the request is wrong in a way that excludes other reasons. */
    isRejected: (about?: About) => hold({ kind: 'status', lawful: 'a refusal', ...about }),
    /** The target did not fail: no 5xx. */
    isNoServerError: () => hold({ kind: 'status', lawful: 'below 500' }),
    /** The answer has one of these error codes, or none of these. */
    hasCode: (lawful: string | Statements['code']['lawful'], of?: Around) =>
      hold({ kind: 'code', lawful: typeof lawful === 'string' ? [lawful] : lawful, ...surrounding(of) }),
    /** The validation errors of the answer name this field or parameter in a `loc`. */
    locates: (name: string, about?: About) => hold({ kind: 'location', name, ...about }),
    /** The answer has this header, with one of these values if any are given, or with none of some. */
    hasHeader: (name: string, values?: Exclude<Statements['header']['values'], 'absent'>, of?: Around) =>
      hold({ kind: 'header', name, ...(values && { values }), ...surrounding(of) }),
    /** The answer has no such header. */
    lacksHeader: (name: string, of?: Around) => hold({ kind: 'header', name, values: 'absent', ...surrounding(of) }),

    /** The record shows these values, compared as the contract requires; `undefined` means absent. */
    shows: (fields: Statements['shows']['fields'], of?: Around<InRecord & { readonly mayBeMissing?: true }>) =>
      hold({ kind: 'shows', fields, ...surrounding(of) }),
    /** The record has no such field, or nothing in it. */
    lacks: (name: string, of?: Around<InRecord>) =>
      hold({ kind: 'field', name, shown: false, isFilled: true, ...surrounding(of) }),
    /** The record has this field, with something in it. */
    has: (name: string, of?: Around<InRecord>) =>
      hold({ kind: 'field', name, shown: true, isFilled: true, ...surrounding(of) }),
    /** The record shows another value in a field than this. */
    differsIn: (field: string, from: unknown, of?: Around<InRecord>) =>
      hold({ kind: 'differs', field, from, ...surrounding(of) }),
    /** The record shows a later time in a field than this. */
    isLaterIn: (field: string, than: unknown, of?: Around<InRecord>) =>
      hold({ kind: 'differs', field, from: than, later: true, ...surrounding(of) }),
    /**
     * A time in the record is the present one, by the clock of the answer or of another one. Other rules judge values that are
     * not times.
     */
    isDatedNow: (field: string, about?: About & Omit<Statements['now'], 'field'>) =>
      hold({ kind: 'now', field, ...about }),
    /** The field of the record, or of each (or some) of the list entries, has one of these values. */
    eachHas: (
      field: string,
      lawful: Statements['each']['lawful'],
      of?: Omit<Statements['each'], 'field' | 'lawful'> & About,
    ) => hold({ kind: 'each', field, lawful, ...of }),
    /** The answer shows this text in one of its values. */
    showsText: (text: string, of?: Around<InRecord>) => hold({ kind: 'text', text, shown: true, ...surrounding(of) }),
    /** None of the answer's values contains any of these texts. */
    hidesText: (texts: string | readonly string[], of?: Around<InRecord>) => {
      for (const text of [texts].flat()) hold({ kind: 'text', text, shown: false, ...surrounding(of) })
    },
    /**
     * The answer shows the same record as another, by the documented fields of its kind; `received` is the answer's body if it is
     * left out.
     */
    agreesWith: (
      expected: unknown,
      { kind: record, ...rest }: About & Partial<RecordComparison> & Pick<RecordComparison, 'kind'>,
    ) => holdEach(({ json }) => [{ received: json, ...rest, kind: 'record', record, expected }]),

    /** The body of the answer is these bytes. */
    hasBytes: (content: Uint8Array, about?: About) =>
      hold({ kind: 'bytes', sha256: hash('sha256', content, 'hex'), ...about }),
    /** The body of the answer has this SHA-256, in hexadecimal. */
    hasDigest: (sha256: string, about?: About) => hold({ kind: 'bytes', sha256, ...about }),
    /** The answer has one of these media types, or none. */
    hasMediaType: (lawful: readonly string[], about?: About) => hold({ kind: 'media type', lawful, ...about }),
    /** The answer is an attachment. */
    isAttachment: (about?: About) => hold({ kind: 'disposition', ...about }),
    /** The answer names one of these files, by a name or the id, or no file. */
    namesFile: (file: Statements['disposition']) => hold({ kind: 'disposition', ...file }),

    /** The answer is a list that contains this entry, or each of these. */
    lists: (
      ids: string | readonly string[],
      of?: Around<Pick<Statements['entries'], 'among'>>,
      where?: Pick<About, 'where'>,
    ) => hold({ kind: 'entries', ids: [ids].flat(), listed: true, ...surrounding(of), ...where }),
    /** The answer is a list of exactly these entries. */
    listsOnly: (ids: readonly string[], of?: Around) =>
      hold({ kind: 'entries', ids, listed: true, only: true, ...surrounding(of) }),
    /** The answer is a list that contains neither this entry nor any of these. */
    omits: (
      ids: string | readonly string[],
      of?: Around<Pick<Statements['entries'], 'among' | 'to'>>,
      where?: Pick<About, 'where'>,
    ) => hold({ kind: 'entries', ids: [ids].flat(), listed: false, ...surrounding(of), ...where }),
    /** The answer is a list of so many entries. */
    hasEntries: (size: Omit<Statements['size'], 'among'>, of?: Around<Pick<Statements['size'], 'among'>>) =>
      hold({ kind: 'size', ...size, ...surrounding(of) }),
    /** The page has this number of entries, and begins with these, which are identified by their names or ids. */
    isPage: (page: Statements['page'], of?: Around) => hold({ kind: 'page', ...page, ...surrounding(of) }),
    /** The pages of a list show each of its entries once, and no other entry. */
    isPaginated: ({ due, seen, goesOn, repeats }: Statements['pagination'], of?: Around) =>
      hold({ kind: 'pagination', due, seen, goesOn, repeats, ...surrounding(of) }),
    /** These records, identified by some of their fields, are the expected ones, in any order. */
    hasRows: (rows: Statements['rows'] & About) => hold({ kind: 'rows', ...rows }),

    /** One of several simultaneous requests succeeds, and the others are rejected. */
    oneWins: (race: Statements['race'] & About) => hold({ kind: 'race', ...race }),
    /** Two values are the same, compared deeply. */
    equals: (equal: Equal | ((answer: Exchange) => Equal)) => {
      if (typeof equal === 'function') holdEach((answer) => [{ kind: 'same', ...equal(answer) }])
      else hold({ kind: 'same', ...equal })
    },
    /** What no other claim fits. */
    that: (claim: Claim | ((answer: Exchange) => Claim)) => {
      if (typeof claim === 'function') holdEach((answer) => [claim(answer)])
      else hold(claim)
    },
  }
}

function surrounding<Surroundings extends object>(
  of: string | Surroundings | undefined,
): { readonly of?: string } | Surroundings {
  return typeof of === 'string' ? { of } : (of ?? {})
}
