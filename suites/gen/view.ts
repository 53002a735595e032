import type { Exchange, RequirementId } from '#suite'

/** One way to see what was written. */
export interface View {
  readonly read: () => Promise<Exchange>
  readonly shows: (read: Exchange) => boolean
}

/** A write, and all ways to see it, by their names. */
export interface PreparedWrite {
  readonly write: () => Promise<Exchange>
  /** What the write is judged by, if it is rejected. */
  readonly by: RequirementId
  /** Not stated by the contract: what never shows may have been passed over. */
  readonly isUnstated?: true
  readonly views: Readonly<Record<string, View>>
}
