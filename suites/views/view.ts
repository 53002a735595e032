import type { Exchange, RecordKind, RequirementId } from '#suite'
import type { Round } from './round.ts'

/** What one look at a record shows. */
export interface Seen {
  readonly answer: Exchange
  /** Undefined where the answer does not have it. */
  readonly record: unknown
  /** Whether the answer is not all that there is to see: a record that it does not have may still be there. */
  readonly isPart?: boolean
}

/** A way to see a record, other than by its id alone. */
export interface View<Id extends RequirementId> {
  /** In plain words: `its item's list`. */
  readonly name: string
  /** The requirement that is broken where the view does not have the record; left out where another check asks for that. */
  readonly missing?: Id
  /** The requirement that is broken where the view shows another record than the one by id. */
  readonly differs: Id
  /** The requirements of fields that have rules of their own, where those are shown otherwise. */
  readonly fields?: Readonly<Record<string, Id>>
  /** Fields that it may show as null although the record has them: they were found out since. */
  readonly late?: readonly string[]
  /** Whether it is what was sent: then the record by id is held against it. */
  readonly isSent?: true
  /** Documented fields that it may lawfully show otherwise. */
  readonly except?: readonly string[]
  /** Looks, knowing what the record by id shows. */
  look(read: Exchange, round: Round): Promise<Seen>
}

/** A record that was written to, and the ways to see it. */
export interface Subject<Id extends RequirementId> {
  readonly kind: RecordKind
  /** By its id alone: what all views are held against. */
  read(): Promise<Exchange>
  readonly views: ReadonlyArray<View<Id>>
  /** Documented fields that may lawfully differ from one look to the next. */
  readonly except?: readonly string[]
}
