import type { Identity } from '../client/exchange.ts'

export type MadeKind = 'product' | 'item' | 'property' | 'file'

/** What a control changes for the whole organization, or makes for the run. */
export type SettingName = 'rate-limit' | 'ai-usage' | 'part-number-rule' | 'key'

/** Why nothing is left of what the run has deleted itself, as far as the target's answer is true. */
export const deletedByRun = 'deleted by the run'

/** Whose run it was. */
export interface LedgerHeader {
  readonly baseUrl: string
  readonly runId: string
  readonly startedAt: string
  /** The target was the embedded reference, whose data ends with its process. */
  readonly embedded?: boolean
  /** Where the run is under way, to tell one that is from one that was. */
  readonly host?: string
  readonly pid?: number
}

/** One thing that a run is about to make, or has made. */
export interface LedgerEntry {
  readonly entry: string
  readonly kind: MadeKind
  readonly identity: Identity
  /** When it was about to be sent. */
  readonly at: string | undefined
  /** The `readable_id` that was sent, a mark of its own. */
  readonly readableId: string | undefined
  /** The target's id; `undefined` where its answer was never seen. */
  readonly id: string | undefined
  /** The status of an answer that does not say what came of it. */
  readonly answered: number | undefined
  /** Why nothing can have come of it, where that is known. */
  readonly refused: string | undefined
}

/** A setting of the organization that the run has changed, and how it was before. */
export interface ChangedSetting {
  readonly setting: SettingName
  /** The product of a part-number rule, the id of a key. */
  readonly of: string | undefined
  readonly before: unknown
  /** Whether it is known how it was before. */
  readonly known: boolean
}

/** All that a ledger says. */
export interface LedgerContents {
  readonly header: LedgerHeader
  readonly entries: readonly LedgerEntry[]
  /** What was changed and not put back, the oldest first. */
  readonly settings: readonly ChangedSetting[]
}
