import type { RateLimitSetting } from '../../api/controls.d.ts'
import type { Identity } from '../client/exchange.ts'
import { createHmac } from 'node:crypto'

export type MadeKind = 'product' | 'item' | 'property' | 'file'

/** Traces are noted too: a part number by its name, the deletion of an item or property by its place. */
export type NotedKind = MadeKind | 'part-number' | 'deletion'

/** Why nothing remains of the records that the run deleted itself, if the target's answer is true. */
export const deletedByRun = 'deleted by the run'

/** Whose run it was. */
export interface LedgerHeader {
  readonly baseUrl: string
  readonly runId: string
  readonly startedAt: string
  /** The target was the embedded reference, whose data ends with its process. */
  readonly embedded?: boolean
  /** The place of the active process, to distinguish active runs from ended ones. */
  readonly host?: string
  readonly pid?: number
}

/** The new name in an update of the run. */
export interface Renaming {
  readonly name?: string | undefined
  readonly readableId?: string | undefined
}

/** What is about to be made, as it is sent. */
export interface Planned extends Renaming {
  readonly kind: NotedKind
  readonly identity: Identity
  /** The id of its parent: a workspace, a product, an item, or the target of an upload. */
  readonly place?: string | undefined
}

/** Whether the name or `readable_id` of a product contains the run id: no other product can be recognized as the run's. */
export function showsRun({ name = '', readableId = '' }: Renaming, runId: string): boolean {
  return [name, readableId].some((mark) => mark.toLowerCase().includes(runId))
}

/** A record that a run is about to create, or has created. */
export interface LedgerEntry {
  readonly entry: string
  readonly kind: MadeKind
  readonly identity: Identity
  /** When it was about to be sent. */
  readonly at: string | undefined
  /** The name that was sent. */
  readonly name: string | undefined
  /** The sent `readable_id`, a mark of its own. */
  readonly readableId: string | undefined
  /** The id of what it was to be made in. */
  readonly place: string | undefined
  /** What updates of the run have named it since. */
  readonly renamings: readonly Renaming[]
  /** The target's id; `undefined` if its answer was never seen. */
  readonly id: string | undefined
  /** The status of an answer that does not show the outcome. */
  readonly answered: number | undefined
  /** Why nothing can have come of it, if that is known. */
  readonly refused: string | undefined
}

/** A key that a control creates for the run, or an organization setting that it changes, with the old value if known. */
export type ChangedSetting =
  /** A key that a control created for the run, by its id; without one before the answer. */
  | { readonly setting: 'key'; readonly of?: string }
  | { readonly setting: 'ai-usage'; readonly of?: undefined; readonly before?: boolean }
  | { readonly setting: 'rate-limit'; readonly of?: undefined; readonly before?: RateLimitSetting }
  | { readonly setting: 'part-number-rule'; readonly of: string; readonly before?: string | null }

export type SettingName = ChangedSetting['setting']

/** A line of a ledger without its seal: a planned creation, its outcome, a planned change, or a restoration. */
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
  /** The ids of the items and properties that the run deleted on their own, unless the target rejected it. */
  readonly deletions: readonly string[]
  /** Settings that were changed and not restored, oldest first. */
  readonly settings: readonly ChangedSetting[]
}

const ending = /,"seal":"([\w-]{22})"\}$/

/** A line of a ledger: its values, and a digest of them that needs the key. */
export function sealed(line: object, key: string): string {
  const text = JSON.stringify(line)
  return `${text.slice(0, -1)},"seal":"${digest(text, key)}"}`
}

/** The seal at the end of a line, whoever made it. */
export function sealOf(line: string): string | undefined {
  return ending.exec(line)?.[1]
}

/** Whether a line is as it was sealed with the key. */
export function isSealedWith(line: string, key: string): boolean {
  return sealOf(line) === digest(line.replace(ending, '}'), key)
}

function digest(text: string, key: string): string {
  return createHmac('sha256', key).update(text).digest('base64url').slice(0, 22)
}
