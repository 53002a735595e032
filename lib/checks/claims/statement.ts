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
  /** The answer has one of these error codes, or none of these. */
  readonly code: { readonly lawful: readonly string[] | { readonly except: readonly string[] } }
  /** The validation errors of the answer name this field or parameter in a `loc`. */
  readonly location: { readonly name: string }
  /** The answer has this header, with one of these values, or with none of these. `absent`: it has no such header. */
  readonly header: {
    readonly name: string
    readonly values?: readonly string[] | { readonly except: readonly string[] } | 'absent'
  }
  /** The answer has one of these media types, or none. */
  readonly 'media type': { readonly lawful: readonly string[] }
  /** The answer is an attachment with one of these file names, if names are given, or without a name. */
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
  /** The record shows these values in these fields, compared as the contract requires; `undefined` means absent or null. */
  readonly shows: InRecord & {
    readonly fields: Readonly<Record<string, unknown>>
    /** Whether a field may be left out. */
    readonly mayBeMissing?: true
  }
  /** Two answers show the same record, by its documented fields. */
  readonly record: Omit<RecordComparison, 'kind'> & { readonly record: RecordKind }
  /** The record has, or does not have, this field; with `isFilled`, null and an empty text count as absent. */
  readonly field: InRecord & { readonly name: string; readonly shown: boolean; readonly isFilled?: true }
  /** The field has a value other than this one; with `later`, a later time. */
  readonly differs: InRecord & { readonly field: string; readonly from: unknown; readonly later?: true }
  /** A time in a new or just changed record is the present time. Another rule judges values that are not times. */
  readonly now: InRecord & {
    readonly field: string
    /** The answer whose clock counts, if it is not the judged one. */
    readonly clock?: Exchange
  }
  /** One of the values of the answer contains this text, or none does, in any letter case. */
  readonly text: InRecord & { readonly text: string; readonly shown: boolean }
  /** Two values are the same, compared deeply. */
  readonly same: {
    readonly expected: unknown
    readonly received: unknown
    /** Where the second stands in the answer, such as `.updatedBy.id`. */
    readonly at?: string
    /** Whether the second may be left out. */
    readonly mayBeMissing?: true
  }
  /** The field of the record, or of each list entry, has one of these values, none of these, or contains this text. */
  readonly each: {
    readonly field: string
    readonly lawful: readonly unknown[] | { readonly text: string } | { readonly except: readonly unknown[] }
    readonly mayBeMissing?: true
    /** The judged records, if they are only some of those in the answer. */
    readonly among?: readonly unknown[]
  }
  /** The list has each of these entries, or none of them; with `only`, it has no other. */
  readonly entries: {
    readonly ids: readonly string[]
    readonly listed: boolean
    readonly only?: true
    /** The entries, if they come from several pages. */
    readonly among?: readonly unknown[]
    /** The key that requested the list, if the claim concerns lists of several keys. */
    readonly to?: Identity
  }
  /** The list has so many entries. */
  readonly size: {
    readonly least?: number
    readonly most?: number
    /** The judged entries, if they are only some of those in the answer, or from several pages. */
    readonly among?: readonly unknown[]
  }
  /** The page has this number of entries, and begins with these, which are identified by their names or ids. */
  readonly page: { readonly least?: number; readonly most?: number; readonly first?: readonly string[] }
  /** The pages of a list show each of its entries once, and no other entry. */
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
  /** The records, identified by some of their fields, are the expected ones, in any order. */
  readonly rows: { readonly expected: readonly Row[]; readonly received: readonly Row[] }
  /** One of several simultaneous requests succeeds; the others are rejected, with one of the stated statuses if there are any. */
  readonly race: {
    readonly answers: readonly Exchange[]
    readonly others?: number | readonly number[] | undefined
    /** Whether all of them may be rejected: a service that cannot tell which came first may reject each. */
    readonly mayRefuseAll?: true
  }
}

export type Kind = keyof Statements
export type Of<Each extends Kind> = { readonly [One in Each]: Statements[One] & { readonly kind: One } }[Each]
export type Statement = Of<Kind>

/** A record reduced to some fields: texts, numbers, booleans; an unset field means nothing. */
export type Row = Readonly<Record<string, unknown>>

/** The record that the claim concerns; by default the answer's body. */
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
  /** The fields that are compared, if it is not all. */
  readonly only?: readonly string[]
  /**
   * `entry`: the received record is a list entry, which may lack fields; `partial`: either record may lack any field. Omitted: a
   * full record.
   */
  readonly shows?: 'entry' | 'partial'
}

/** How a claim fails: the place, the expected and the received value, as JSON. */
export interface Failure {
  /** The kind of record, if a rule of the kind is broken: `product`. */
  readonly of?: string
  /** The wrong fields: `name`, `status.color`. */
  readonly fields?: readonly string[]
  /** The record that it was found in. */
  readonly record?: Readonly<Record<string, unknown>>
  readonly expected?: unknown
  readonly received?: unknown
}
