import type { RateLimitSetting } from '../../api/controls.d.ts'
import type { Identity } from '../client/exchange.ts'

export type MadeKind = 'product' | 'item' | 'property' | 'file'

/** What leaves a trace is noted too: a part number by its name, the deletion of an item or a property by its place. */
export type NotedKind = MadeKind | 'part-number' | 'deletion'

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

/** What an update of the run is about to name a record. */
export interface Renaming {
  readonly name?: string | undefined
  readonly readableId?: string | undefined
}

/** What is about to be made, as it is sent. */
export interface Planned extends Renaming {
  readonly kind: NotedKind
  readonly identity: Identity
  /** The id of what it is to be made in: a workspace, a product, an item, the target of an upload. */
  readonly place?: string | undefined
}

/** Whether the name or the `readable_id` of a product shows the id of the run: no other can be known again as the run's. */
export function showsRun({ name = '', readableId = '' }: Renaming, runId: string): boolean {
  return [name, readableId].some((mark) => mark.toLowerCase().includes(runId))
}

/** One thing that a run is about to make, or has made. */
export interface LedgerEntry {
  readonly entry: string
  readonly kind: MadeKind
  readonly identity: Identity
  /** When it was about to be sent. */
  readonly at: string | undefined
  /** The name that was sent. */
  readonly name: string | undefined
  /** The `readable_id` that was sent, a mark of its own. */
  readonly readableId: string | undefined
  /** The id of what it was to be made in. */
  readonly place: string | undefined
  /** What updates of the run have named it since. */
  readonly renamings: readonly Renaming[]
  /** The target's id; `undefined` where its answer was never seen. */
  readonly id: string | undefined
  /** The status of an answer that does not say what came of it. */
  readonly answered: number | undefined
  /** Why nothing can have come of it, where that is known. */
  readonly refused: string | undefined
}

/** What a control makes for the run, or changes for the whole organization, with how it was before where that is known. */
export type ChangedSetting =
  /** A key that the run had made, by the id that the control gave it; without one where it has not answered yet. */
  | { readonly setting: 'key'; readonly of?: string }
  | { readonly setting: 'ai-usage'; readonly of?: undefined; readonly before?: boolean }
  | { readonly setting: 'rate-limit'; readonly of?: undefined; readonly before?: RateLimitSetting }
  | { readonly setting: 'part-number-rule'; readonly of: string; readonly before?: string | null }

export type SettingName = ChangedSetting['setting']

/** A line of a ledger but for its seal: what is about to be made, what came of it, what is about to be changed, what is put back. */
export type LedgerLine =
  | (Planned & { readonly entry: string; readonly at: string })
  | { readonly entry: string; readonly renamed: Renaming }
  | { readonly entry: string; readonly id: string }
  | { readonly entry: string; readonly refused: string }
  | { readonly entry: string; readonly answered: number }
  | ChangedSetting
  | { readonly setting: SettingName; readonly of?: string | undefined; readonly restored: true }

/** All that a ledger says. */
export interface LedgerContents {
  readonly header: LedgerHeader
  readonly entries: readonly LedgerEntry[]
  /** The part numbers that were sent and not refused. */
  readonly partNumbers: readonly string[]
  /** The ids of the items and properties that the run has deleted by themselves, and was not refused. */
  readonly deletions: readonly string[]
  /** What was changed and not put back, the oldest first. */
  readonly settings: readonly ChangedSetting[]
}
