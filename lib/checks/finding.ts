import type { Identity } from '../client/exchange.ts'
import type { ExchangeSummary } from '../client/summarize-exchange.ts'
import type { Endpoint, EndpointId } from '../service/interface/endpoint.ts'
import type { RequirementId } from '../contract/requirement.ts'

/** How an answer alone tells whether a claim holds, where it does: what a script can ask without the suite. */
export type Criterion =
  | PlainCriterion
  /** One of these is met. */
  | { readonly kind: 'either'; readonly of: readonly PlainCriterion[] }

type PlainCriterion =
  /** Its status is one of these, or of a class: `2`, `4`; `below 500` is any other than a server error. */
  | {
      readonly kind: 'status'
      readonly lawful:
        | readonly number[]
        | { readonly except: readonly number[] }
        | 'a success'
        | 'a refusal'
        | 'below 500'
    }
  /** Its error code is one of these, or it is answered with any but those. */
  | { readonly kind: 'code'; readonly lawful: readonly string[] | { readonly except: readonly string[] } }
  /** The list has, or has not, the entry with this id. */
  | {
      readonly kind: 'entry'
      readonly id: string
      readonly listed: boolean
      /** Whose list it is, where a claim is about those of several. */
      readonly to?: Identity
      /** The entries were gathered from several pages. */
      readonly isGathered?: true
    }
  /** A text stands, or does not stand, in one of its values: one that was sent, or, where it says so, one of the target's own. */
  | {
      readonly kind: 'text'
      readonly text: string
      readonly shown: boolean
      readonly isTheirs?: true
      readonly in?: unknown
    }
  /** The record has, or has not, this field, whatever is in it; where it says so, null and an empty text are none, and some milliseconds pass first. */
  | {
      readonly kind: 'field'
      readonly name: string
      readonly shown: boolean
      readonly isFilled?: true
      readonly afterMs?: number
      readonly in?: unknown
    }
  /** A formula in it has a reference within one of its texts, or a field besides these. */
  | { readonly kind: 'expression'; readonly in: unknown; readonly besides: readonly string[] }
  /** It has this header, with one of these values, or any but those; or it has no such header. */
  | {
      readonly kind: 'header'
      readonly name: string
      readonly values?: readonly string[] | { readonly except: readonly string[] } | 'absent'
    }
  /** It is announced as one of these media types, or as none. */
  | { readonly kind: 'media type'; readonly lawful: readonly string[] }
  /** It is an attachment; where names are given, it names one of these files, or none at all. */
  | { readonly kind: 'disposition'; readonly names?: readonly string[] }
  /** Its bytes have this SHA-256. */
  | { readonly kind: 'digest'; readonly sha256: string }
  /** Its validation errors name this field or parameter. */
  | { readonly kind: 'location'; readonly name: string }
  /** A field of this record is of one of these kinds, and of none of those; of any other it depends on the value. */
  | ({ readonly kind: 'type'; readonly in: unknown; readonly field: string } & LawfulKinds)
  /** The time in this field is that of the answer, on the clock of its `Date`, give or take so many seconds. */
  | { readonly kind: 'now'; readonly in: unknown; readonly field: string; readonly tolerance: number }
  /** Its `count` is the number of its entries. */
  | { readonly kind: 'count' }
  /** Its `X-RateLimit-Reset` is a moment that is not past by more than so many seconds, on the clock of its `Date`. */
  | { readonly kind: 'reset'; readonly tolerance: number }
  /** These stand in its bytes, each of them, and it begins with the one that is named so. */
  | { readonly kind: 'bytes'; readonly texts: readonly string[]; readonly start?: string }
  /** Its entries stand in the same order whenever it is read. */
  | { readonly kind: 'order' }
  /** Two values are the same: records or values that answers show, or one that was to be shown. */
  | ({ readonly kind: 'same' } & SameFields)
  /** The page shows that part of its list which its limit and offset name, and so many entries. */
  | { readonly kind: 'page'; readonly least?: number; readonly most?: number }
  /** Pages by the limit of this one, which have shown some entries one after another, show each of those that are due once. */
  | { readonly kind: 'pagination'; readonly due: readonly string[]; readonly seen: readonly string[] }
  | ({ readonly kind: 'each' } & EachEntry)
  /** The records that its answers show, told by some of their fields, are the expected ones, in any order. */
  | ({ readonly kind: 'rows' } & Rows)
  /** The value of a property begins with this number, and where it says so has a unit behind it: where they are told, that of one of these. */
  | {
      readonly kind: 'number'
      readonly expected: number
      readonly hasUnit: boolean
      readonly measures?: ReadonlyArray<{ readonly value: number; readonly unit: string }>
    }
  /** The list has so many entries. */
  | { readonly kind: 'size'; readonly least?: number; readonly most?: number; readonly isGathered?: true }
  /** The entries of the list have ids of their own. */
  | { readonly kind: 'distinct' }
  /** The time in this field is not before that which the same read showed earlier, give or take so many milliseconds. */
  | { readonly kind: 'not back'; readonly field: string; readonly toleranceMs: number }
  /** The key of a run, or one that is made, begins so. */
  | { readonly kind: 'key'; readonly prefix: string; readonly isMade: boolean }
  /** The version that the web application publishes next has a higher number; where it tells no number, this is what somebody has to look at. */
  | { readonly kind: 'rises'; readonly needs: string }
  /** No request shows it: this is what somebody has to look at. */
  | { readonly kind: 'unseen'; readonly needs: string }
  /** What it shows is what is shown a little later, too. */
  | { readonly kind: 'settled' }
  /** The rate limit keeps this rule. */
  | { readonly kind: 'window'; readonly rule: WindowRule }
  /** One of several is accepted; the others are refused, with this status where one is stated. */
  | { readonly kind: 'race'; readonly others: number | readonly number[] | undefined }

/** What a rate limit does, told by the answers within a window; of two requests, the judged one and the one before it. */
export type WindowRule =
  | 'refuses with 429 past the limit'
  | 'refuses only when nothing remained'
  | 'serves again after the reset'
  | 'counts two requests together'
  | 'counts organizations apart'
  | 'tells one limit'
  | 'tells no earlier reset'

export interface LawfulKinds {
  readonly lawful: readonly JsonKind[]
  readonly unlawful: readonly JsonKind[]
  /** The lawful texts, where they are listed. */
  readonly values?: readonly string[]
  /** What a text has to match, where that is stated. */
  readonly pattern?: string
}

/** A record by some of its fields: texts, numbers, booleans; one that is unset says nothing. */
export type Row = Readonly<Record<string, unknown>>

export interface Rows {
  readonly expected: readonly Row[]
  readonly received: readonly Row[]
}

/** The record, or each entry of the list, has one of these values in a field, or any but these, or a text with this in it. */
export interface EachEntry {
  readonly field: string
  readonly lawful: readonly string[] | { readonly text: string } | { readonly except: readonly string[] }
  /** Whether an entry may be without the field. */
  readonly mayBeMissing?: true
  /** The records that are judged, where they are some of those that the answer shows. */
  readonly among?: readonly unknown[]
}

export interface SameFields {
  readonly expected: unknown
  readonly received: unknown
  /** The fields that differ, where both are records that may differ in others: `name`, `createdBy.id`. */
  readonly fields?: readonly string[]
  /** Where in the answer the second ought to stand, such as `.updatedBy.id`: it may not be there. */
  readonly at?: string
  /** Whether the second may be left out. */
  readonly mayBeMissing?: true
  /** Whether it is enough that both show these fields, or neither: what stands in them may be written in several ways. */
  readonly isPresence?: true
  /** Whether the two have to differ. */
  readonly differs?: true
}

/** What a script can tell of a value from how it is written. */
export type JsonKind =
  | 'nothing'
  | 'null'
  | 'boolean'
  | 'integer'
  | 'fraction'
  | 'UUID'
  | 'time'
  | 'date'
  | 'empty text'
  | 'text'
  /** A text of letters, digits, `_`, `-`, `.` and `:` alone. */
  | 'token'
  /** Rows of numbers in nested brackets. */
  | 'matrix'
  | 'texts'
  | 'empty list'
  | 'records'
  | 'user'
  | 'object'

/** How a claim does not hold: where, what was expected there, and what came instead, as JSON values. */
export interface Failure {
  /** What the record is, where a rule of its kind is broken: `product`. */
  readonly of?: string
  /** The fields that are not as they should be: `name`, `status.color`. */
  readonly fields?: readonly string[]
  /** The record that it was found in. */
  readonly record?: Readonly<Record<string, unknown>>
  readonly expected?: unknown
  readonly received?: unknown
}

/** A claim that does not hold, as it is told everywhere: what was claimed, what that takes, and what came instead. */
export interface FailedClaim {
  /** The kind of the claim; left out of one in words of its own. */
  readonly kind?: string
  /** What should hold, as a plain assertion: `product.archived is a boolean`. */
  readonly claim: string
  /** What makes it the same finding in every run, in any version: no ids, times or values of the run. The claim, where it is left out. */
  readonly fingerprint?: string
  /** What is claimed, and of what, in whichever place it fails: the same where it holds. */
  readonly about?: string
  readonly expected: string
  readonly received: string
  /** The same as values, where they are known. */
  readonly failure?: Failure
  readonly hint?: string
  readonly criterion?: Criterion
  /** The fields that are not as they should be, where the criterion does not name them. */
  readonly shows?: FieldsShown
}

/** One that names the mistake which a developer of the target has likely made. */
export type HintedClaim = FailedClaim & Required<Pick<FailedClaim, 'hint'>>

/** How a finding is come by, the plainest first: what is found in a plainer way can explain what is found in a more combined one. */
export const ways = ['any answer', 'claim', 'comparison', 'race', 'model'] as const

export type Way = (typeof ways)[number]

/** An endpoint of the contract, where it is one, and what it answered. */
export interface AnswerMet {
  readonly endpoint: EndpointId | undefined
  readonly status: number
}

/** Fields of records, by the outermost name, and the type of the record, where it is a property. */
export interface FieldsShown {
  readonly fields: readonly string[]
  readonly type?: string
}

/** How a broken requirement shows in the answers of a check, as far as that tells what can have caused it. */
export interface Symptom extends Partial<FieldsShown> {
  readonly way: Way
  /** What was judged. */
  readonly answer?: AnswerMet
  readonly resource?: Endpoint['resource']
  /** Whether the status of the answer is not as it should be. */
  readonly isOfStatus?: true
  /** Whether something was wrong on purpose with the request that was judged. */
  readonly isBroken?: true
  /** What was answered on the way there to requests that keep the contract, each once. */
  readonly met: readonly AnswerMet[]
  /** The status that was judged, where it is one of a refusal or a breakdown. */
  readonly refusal?: number
  /** Statuses of all refusals and breakdowns on the way there, those that the check shares with others included. */
  readonly refusals: readonly number[]
  /** The list whose pages are not as they should be, where the claim is about pages. */
  readonly pagesOf?: EndpointId
  /** The list that is judged, where the claim is about one. */
  readonly list?: EndpointId
  /** The endpoint of the judged read, where it is answered as before a write of what it shows. */
  readonly stale?: EndpointId
}

/** A shell script that makes what it needs, sends the judged request, and says whether the breach is there. */
export interface ReproductionScript {
  readonly text: string
  /** What it takes to see the finding, where no request decides. */
  readonly needs?: string
}

/** An input, as JSON, and the status that it was answered with. */
export interface Tried {
  readonly value: string
  readonly status: number
}

/** A broken requirement with its evidence, as plain data: the same from the check that found it to the page that shows it. */
export interface Finding extends Omit<FailedClaim, 'criterion' | 'fingerprint' | 'shows'> {
  readonly requirement: RequirementId
  /** Title of the check that found it. */
  readonly check: string
  /** Twelve hex digits, the same from run to run: two findings of one signature are one. */
  readonly signature: string
  /** What led there, redacted; the judged exchange comes last. */
  readonly exchanges: readonly ExchangeSummary[]
  /** A curl command that sends the judged request again. */
  readonly reproduce: string
  readonly script?: ReproductionScript
  readonly occurrences: number
  /** What can be a cause of it, and of what it can be one; absent in files of earlier versions. */
  readonly symptom?: Symptom
  readonly counterexample?: string
  /** The inputs that were tried together, and the statuses that they were answered with. */
  readonly tried?: readonly Tried[]
  readonly seed?: number
  /** fast-check's path to the counterexample. */
  readonly path?: string
  /** fast-check's path to the commands of a model run, which its `path` alone does not lead to. */
  readonly commandsPath?: string
  /** Where a passive check found it: the place where it looked, and the checks that sent what it judged. */
  readonly case?: string
  readonly foundIn?: readonly string[]
  /** Other checks that had changed what its check uses. */
  readonly changedIn?: readonly string[]
}
