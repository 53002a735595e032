import type { Identity } from '../../client/exchange.ts'
import type { Of } from './statement.ts'

/** How an answer alone tells whether a claim holds, where it does: what a script can ask without the suite. */
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
      /** Whose list it is, where a claim is about those of several. */
      readonly to?: Identity
      /** The entries were gathered from several pages. */
      readonly isGathered?: true
    }
  /** A formula in it has a reference within one of its texts, or a field besides these. */
  | { readonly kind: 'expression'; readonly in: unknown; readonly besides: readonly string[] }
  /** A field of this record is of one of these kinds, and of none of those; of any other it depends on the value. */
  | ({ readonly kind: 'type'; readonly in: unknown; readonly field: string } & LawfulKinds)
  /** Its `count` is the number of its entries. */
  | { readonly kind: 'count' }
  /** Its `X-RateLimit-Reset` is a moment that is not past by more than so many seconds, on the clock of its `Date`. */
  | { readonly kind: 'reset'; readonly tolerance: number }
  /** These stand in its bytes, each of them, and it begins with the one that is named so. */
  | { readonly kind: 'contents'; readonly texts: readonly string[]; readonly start?: string }
  /** Its entries stand in the same order whenever it is read. */
  | { readonly kind: 'order' }
  /** Two values are the same: records or values that answers show, or one that was to be shown. */
  | (Of<'same'> & SameFields)
  /** The page shows that part of its list which its limit and offset name, and so many entries. */
  | Of<'page'>
  /** Pages by the limit of this one, which have shown some entries one after another, show each of those that are due once. */
  | Pick<Of<'pagination'>, 'kind' | 'due' | 'seen'>
  /** The value of a property begins with this number, and where it says so has a unit behind it: where they are told, that of one of these. */
  | {
      readonly kind: 'number'
      readonly expected: number
      readonly hasUnit: boolean
      readonly measures?: ReadonlyArray<{ readonly value: number; readonly unit: string }>
    }
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
  | Pick<Of<'race'>, 'kind' | 'others'>

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

interface SameFields {
  /** The fields that differ, where both are records that may differ in others: `name`, `createdBy.id`. */
  readonly fields?: readonly string[]
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
