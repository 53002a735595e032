import type { Exchange, Identity } from '../../client/exchange.ts'
import type { Criterion, Row } from '../finding.ts'
import type { RecordKind } from '../../service/records/documented-fields.ts'

export type { Failure } from '../finding.ts'

/** What must hold of an answer, as data: a kind, the place that it is about, and what is lawful there. `lib/wording/` says it in English. */
export type Claim = About & (Statement | Bare)

/** A claim in words of its own. */
export type Stated = About & Bare

/** What surrounds a claim, whatever its kind. */
export interface About {
  /** What is judged, where the endpoint does not say it: a noun phrase, such as `the list after the removal`. */
  readonly of?: string
  /** Where the contract lets it be claimed at all; elsewhere nothing is judged. Left out: everywhere. */
  readonly where?: boolean
  /** What it says something of each: of none, nothing is judged. Left out: it is about one thing, or its kind says what. */
  readonly over?: Iterable<unknown>
  /** Whether a refusal does as well: where nothing is to be shown. */
  readonly mayRefuse?: true
  /** The other answers that it compares, beside the one that is judged. */
  readonly beside?: readonly Exchange[]
  /** The mistake that a developer of the target has likely made. */
  readonly hint?: string
}

/** The claims that a kind fits, by their kinds. */
export interface Statements {
  readonly status: StatusClaim
  readonly code: CodeClaim
  readonly location: LocationClaim
  readonly header: HeaderClaim
  readonly 'media type': MediaTypeClaim
  readonly disposition: DispositionClaim
  readonly bytes: BytesClaim
  readonly shows: ShowsClaim
  readonly record: RecordClaim
  readonly field: FieldClaim
  readonly differs: DiffersClaim
  readonly now: NowClaim
  readonly text: TextClaim
  readonly same: SameClaim
  readonly each: EachClaim
  readonly entries: EntriesClaim
  readonly size: SizeClaim
  readonly page: PageClaim
  readonly pagination: PaginationClaim
  readonly order: OrderClaim
  readonly rows: RowsClaim
  readonly race: RaceClaim
}
export type Kind = keyof Statements
export type Statement = Statements[Kind]

/** The answer has one of these statuses, or one of a class. */
export interface StatusClaim {
  readonly kind: 'status'
  readonly lawful: readonly number[] | { readonly except: readonly number[] } | StatusClass
}
export type StatusClass = 'a success' | 'a refusal' | 'below 500'

/** The answer has one of these error codes, or any but those. */
export interface CodeClaim {
  readonly kind: 'code'
  readonly lawful: readonly string[] | { readonly except: readonly string[] }
}

/** The validation errors of the answer name this field or parameter in a `loc`. */
export interface LocationClaim {
  readonly kind: 'location'
  readonly name: string
}

/** The list has each of these entries, or none of them; with `only`, it has no other. */
export interface EntriesClaim {
  readonly kind: 'entries'
  readonly ids: readonly string[]
  readonly listed: boolean
  readonly only?: true
  /** The entries, where they were gathered from several pages. */
  readonly among?: readonly unknown[]
  /** Whose list it is, where a claim is about those of several. */
  readonly to?: Identity
}

/** Which record a claim is about: the answer's body without it. */
export interface InRecord {
  /** A record that the answer shows, such as an entry of a list. */
  readonly in?: unknown
}

/** The record shows these values in these fields, each as the contract compares it; `undefined` stands for nothing, or null. */
export interface ShowsClaim extends InRecord {
  readonly kind: 'shows'
  readonly fields: Readonly<Record<string, unknown>>
  /** Whether a field may be left out. */
  readonly mayBeMissing?: true
}

export interface RecordComparison {
  readonly kind: RecordKind
  readonly expected: unknown
  readonly received: unknown
  /** Documented fields that are not compared. */
  readonly except?: readonly string[]
  /** The fields that are compared, where it is not all. */
  readonly only?: readonly string[]
  /** `entry`: the one received is an entry of a list, which may lack more; `partial`: either may lack any field. A full record without it. */
  readonly shows?: 'entry' | 'partial'
}

/** Two answers show the same record, by its documented fields. */
export interface RecordClaim extends Omit<RecordComparison, 'kind'> {
  readonly kind: 'record'
  readonly record: RecordComparison['kind']
}

/** Two values are the same, compared deeply. */
export interface SameClaim {
  readonly kind: 'same'
  readonly expected: unknown
  readonly received: unknown
  /** Where the second stands in the answer, such as `.updatedBy.id`. */
  readonly at?: string
  /** Whether the second may be left out. */
  readonly mayBeMissing?: true
}

/** The record shows another value in a field than this one; with `later`, a later time. */
export interface DiffersClaim extends InRecord {
  readonly kind: 'differs'
  readonly field: string
  readonly from: unknown
  readonly later?: true
}

/** A time in a record of something new or just changed is that of an answer given just now. What is no time has a rule of its own. */
export interface NowClaim extends InRecord {
  readonly kind: 'now'
  readonly field: string
  /** The answer that tells the clock of the target, where it is not the one that is judged. */
  readonly clock?: Exchange
}

/** The record has, or has not, this field; with `isFilled`, null and an empty text are none. */
export interface FieldClaim extends InRecord {
  readonly kind: 'field'
  readonly name: string
  readonly shown: boolean
  readonly isFilled?: true
}

/** The record, or each entry of the list, has one of these values in a field, any but these, or a text with this in it. */
export interface EachClaim {
  readonly kind: 'each'
  readonly field: string
  readonly lawful: readonly unknown[] | { readonly text: string } | { readonly except: readonly unknown[] }
  readonly mayBeMissing?: true
  /** The records that are judged, where they are some of those that the answer shows. */
  readonly among?: readonly unknown[]
}

/** A text stands, or does not stand, in one of the values of the answer, whatever its letter case. */
export interface TextClaim extends InRecord {
  readonly kind: 'text'
  readonly text: string
  readonly shown: boolean
}

/** The answer has this header; where values are given, one of them, or any but those. With `absent`, it has no such header. */
export interface HeaderClaim {
  readonly kind: 'header'
  readonly name: string
  readonly values?: readonly string[] | { readonly except: readonly string[] } | 'absent'
}

/** The list has so many entries. */
export interface SizeClaim {
  readonly kind: 'size'
  readonly least?: number
  readonly most?: number
  /** The entries, where they are some of those that the answer shows, or of several pages. */
  readonly among?: readonly unknown[]
}

/** The page of a list has so many entries, and begins with these, told by what names them. */
export interface PageClaim {
  readonly kind: 'page'
  readonly least?: number
  readonly most?: number
  readonly first?: readonly string[]
}

/** Pages by a limit show each entry of the list once, and no other. */
export interface PaginationClaim {
  readonly kind: 'pagination'
  /** The entries of the list, told by what names them. */
  readonly due: readonly string[]
  /** Those of its pages, one after another. */
  readonly seen: readonly string[]
  /** Whether the list goes on behind what is due. */
  readonly goesOn: boolean
  /** So many entries may come once more. */
  readonly repeats: number
}

/** The entries of the list that have these ids stand in this order. */
export interface OrderClaim {
  readonly kind: 'order'
  readonly ids: readonly string[]
}

/** The records, told by some of their fields, are the expected ones, in any order. */
export interface RowsClaim {
  readonly kind: 'rows'
  readonly expected: readonly Row[]
  readonly received: readonly Row[]
}

/** Of several simultaneous requests one succeeds; the others are refused, with one of these statuses where they are stated. */
export interface RaceClaim {
  readonly kind: 'race'
  readonly answers: readonly Exchange[]
  readonly others?: number | readonly number[] | undefined
  /** Whether none of them need be accepted: a service that cannot tell which came first may refuse each. */
  readonly mayRefuseAll?: true
}

/** The body of the answer is these bytes. */
export interface BytesClaim {
  readonly kind: 'bytes'
  /** In hexadecimal. */
  readonly sha256: string
}

/** The answer is announced as one of these media types, or as none. */
export interface MediaTypeClaim {
  readonly kind: 'media type'
  readonly lawful: readonly string[]
}

/** The answer is an attachment; where names are given, it names one of these files, or none at all. */
export interface DispositionClaim {
  readonly kind: 'disposition'
  readonly names?: readonly string[]
  /** The id of the file: lawful for a name. */
  readonly id?: string
  readonly isSnapshot?: true
}

/** What no kind fits, judged and worded by whoever claims it. */
export interface Bare {
  readonly kind?: 'bare'
  /** What should hold, as a plain assertion. */
  readonly claim: string
  readonly holds: boolean
  readonly expected: string
  readonly received: string
  /** What makes it the same finding in every run: no ids, times or values of the run. The claim, where it is left out. */
  readonly fingerprint?: string
  /** How an answer alone tells whether it holds, where it does. */
  readonly criterion?: Criterion
}
