import type { Exchange, Identity } from '../../client/exchange.ts'
import type { RecordKind } from '../../service/records/documented-fields.ts'

/** The claims that a kind fits: what each is about, and what is lawful there. */
export interface Statements {
  /** The answer has one of these statuses, or one of a class. */
  readonly status: {
    readonly lawful:
      | readonly number[]
      | { readonly except: readonly number[] }
      | 'a success'
      | 'a refusal'
      | 'below 500'
  }
  /** The answer has one of these error codes, or any but those. */
  readonly code: { readonly lawful: readonly string[] | { readonly except: readonly string[] } }
  /** The validation errors of the answer name this field or parameter in a `loc`. */
  readonly location: { readonly name: string }
  /** The answer has this header; where values are given, one of them, or any but those. With `absent`, it has no such header. */
  readonly header: {
    readonly name: string
    readonly values?: readonly string[] | { readonly except: readonly string[] } | 'absent'
  }
  /** The answer is announced as one of these media types, or as none. */
  readonly 'media type': { readonly lawful: readonly string[] }
  /** The answer is an attachment; where names are given, it names one of these files, or none at all. */
  readonly disposition: {
    readonly names?: readonly string[]
    /** The id of the file: lawful for a name. */
    readonly id?: string
    readonly isSnapshot?: true
  }
  /** The body of the answer is these bytes. */
  readonly bytes: {
    /** In hexadecimal. */
    readonly sha256: string
  }
  /** The record shows these values in these fields, each as the contract compares it; `undefined` stands for nothing, or null. */
  readonly shows: InRecord & {
    readonly fields: Readonly<Record<string, unknown>>
    /** Whether a field may be left out. */
    readonly mayBeMissing?: true
  }
  /** Two answers show the same record, by its documented fields. */
  readonly record: Omit<RecordComparison, 'kind'> & { readonly record: RecordKind }
  /** The record has, or has not, this field; with `isFilled`, null and an empty text are none. */
  readonly field: InRecord & {
    readonly name: string
    readonly shown: boolean
    readonly isFilled?: true
  }
  /** The record shows another value in a field than this one; with `later`, a later time. */
  readonly differs: InRecord & {
    readonly field: string
    readonly from: unknown
    readonly later?: true
  }
  /** A time in a record of something new or just changed is that of an answer given just now. What is no time has a rule of its own. */
  readonly now: InRecord & {
    readonly field: string
    /** The answer that tells the clock of the target, where it is not the one that is judged. */
    readonly clock?: Exchange
  }
  /** A text stands, or does not stand, in one of the values of the answer, whatever its letter case. */
  readonly text: InRecord & {
    readonly text: string
    readonly shown: boolean
  }
  /** Two values are the same, compared deeply. */
  readonly same: {
    readonly expected: unknown
    readonly received: unknown
    /** Where the second stands in the answer, such as `.updatedBy.id`. */
    readonly at?: string
    /** Whether the second may be left out. */
    readonly mayBeMissing?: true
  }
  /** The record, or each entry of the list, has one of these values in a field, any but these, or a text with this in it. */
  readonly each: {
    readonly field: string
    readonly lawful: readonly unknown[] | { readonly text: string } | { readonly except: readonly unknown[] }
    readonly mayBeMissing?: true
    /** The records that are judged, where they are some of those that the answer shows. */
    readonly among?: readonly unknown[]
  }
  /** The list has each of these entries, or none of them; with `only`, it has no other. */
  readonly entries: {
    readonly ids: readonly string[]
    readonly listed: boolean
    readonly only?: true
    /** The entries, where they were gathered from several pages. */
    readonly among?: readonly unknown[]
    /** Whose list it is, where a claim is about those of several. */
    readonly to?: Identity
  }
  /** The list has so many entries. */
  readonly size: {
    readonly least?: number
    readonly most?: number
    /** The entries, where they are some of those that the answer shows, or of several pages. */
    readonly among?: readonly unknown[]
  }
  /** The page of a list has so many entries, and begins with these, told by what names them. */
  readonly page: {
    readonly least?: number
    readonly most?: number
    readonly first?: readonly string[]
  }
  /** Pages by a limit show each entry of the list once, and no other. */
  readonly pagination: {
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
  readonly order: { readonly ids: readonly string[] }
  /** The records, told by some of their fields, are the expected ones, in any order. */
  readonly rows: {
    readonly expected: readonly Row[]
    readonly received: readonly Row[]
  }
  /** Of several simultaneous requests one succeeds; the others are refused, with one of these statuses where they are stated. */
  readonly race: {
    readonly answers: readonly Exchange[]
    readonly others?: number | readonly number[] | undefined
    /** Whether none of them need be accepted: a service that cannot tell which came first may refuse each. */
    readonly mayRefuseAll?: true
  }
}

export type Kind = keyof Statements
export type Of<Each extends Kind> = { readonly [One in Each]: Statements[One] & { readonly kind: One } }[Each]
export type Statement = Of<Kind>

/** A record by some of its fields: texts, numbers, booleans; one that is unset says nothing. */
export type Row = Readonly<Record<string, unknown>>

/** Which record a claim is about: the answer's body without it. */
export interface InRecord {
  /** A record that the answer shows, such as an entry of a list. */
  readonly in?: unknown
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
