import type { Identity } from '../../client/exchange.ts'
import type { Of } from './statement.ts'

/** How an answer alone shows whether a claim holds, if it does: what a script can test without the suite. */
export type Criterion =
  | PlainCriterion
  /** One of these is met. */
  | { readonly kind: 'either'; readonly of: readonly PlainCriterion[] }

export type PlainCriterion =
  /** What an answer tells of a claim of these kinds is the claim itself. */
  | Of<'status' | 'code' | 'location' | 'header' | 'media type' | 'disposition' | 'bytes' | 'now' | 'size' | 'rows'>
  /** Where it says so, the text is one of the target's own. */
  | (Of<'text'> & { readonly isTheirs?: true })
  /** Where it says so, a list without entries will do. */
  | (Of<'each'> & { readonly mayBeEmpty?: true })
  /** Some milliseconds may have to pass first. */
  | (Of<'field'> & { readonly afterMs?: number })
  /** The list has, or has not, the entry with this id. */
  | {
      readonly kind: 'entry'
      readonly id: string
      readonly listed: boolean
      /** The key that requested the list, if the claim concerns lists of several keys. */
      readonly to?: Identity
      /** The entries were gathered from several pages. */
      readonly isGathered?: true
    }
  /** A formula in the record contains a reference in one of its texts, or a field besides these. */
  | { readonly kind: 'expression'; readonly in: unknown; readonly besides: readonly string[] }
  /** A field of this record is of one of these kinds and of none of those; other kinds depend on the value. */
  | ({ readonly kind: 'type'; readonly in: unknown; readonly field: string } & LawfulKinds)
  /** Its `count` is the number of its entries. */
  | { readonly kind: 'count' }
  /** Its `X-RateLimit-Reset` is at most this many seconds in the past, by the clock of its `Date`. */
  | { readonly kind: 'reset'; readonly tolerance: number }
  /** Its bytes contain all of these, and begin with the one marked so. */
  | { readonly kind: 'contents'; readonly texts: readonly string[]; readonly start?: string }
  /** Repeated reads show its entries in the same order. */
  | { readonly kind: 'order' }
  /** Two values are equal: records or values in answers, or an expected one. */
  | (Of<'same'> & SameFields)
  /** The page shows the part of its list that limit and offset select, with this number of entries. */
  | Of<'page'>
  /** Pages by the limit of this one, which already showed some entries, show each of the remaining entries once. */
  | Pick<Of<'pagination'>, 'kind' | 'due' | 'seen'>
  /** The value of a property begins with this number, and, if marked so, has a unit after it: one of these, if given. */
  | {
      readonly kind: 'number'
      readonly expected: number
      readonly hasUnit: boolean
      readonly measures?: ReadonlyArray<{ readonly value: number; readonly unit: string }>
    }
  /** The entries of the list have ids of their own. */
  | { readonly kind: 'distinct' }
  /** The time in this field is not before the one that the same read showed earlier, with this tolerance in milliseconds. */
  | { readonly kind: 'not back'; readonly field: string; readonly toleranceMs: number }
  /** No request can decide it: a person has to check it. */
  | { readonly kind: 'unseen'; readonly needs: string }
  /** What it shows is what is shown a little later, too. */
  | { readonly kind: 'settled' }
  /** The rate limit keeps this rule. */
  | { readonly kind: 'window'; readonly rule: WindowRule }
  /** One of several requests is accepted; the others are rejected, with this status if one is stated. */
  | Pick<Of<'race'>, 'kind' | 'others'>

/** The behaviour of a rate limit, by the answers within a window; with two requests, the judged one and the one before it. */
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
  /** The lawful texts, if they are listed. */
  readonly values?: readonly string[]
  /** What a text has to match, if that is stated. */
  readonly pattern?: string
}

interface SameFields {
  /** The fields that differ, if both are records and other fields may differ: `name`, `createdBy.id`. */
  readonly fields?: readonly string[]
  /** Whether the two have to differ. */
  readonly differs?: true
}

/** What a script can recognize of a value by its notation. */
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
  /** A text of only letters, digits, `_`, `-`, `.` and `:`. */
  | 'token'
  /** Rows of numbers in nested brackets. */
  | 'matrix'
  | 'texts'
  | 'empty list'
  | 'records'
  | 'user'
  | 'object'
