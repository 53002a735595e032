import type { JournalRecord } from '../checks/journal.ts'
import type { RequirementId } from '../contract/requirement.ts'
import type { RunSettings } from '../config/replay-command.ts'
import type { Shard } from '../config/shard.ts'
import type { ReportedTarget } from '../report/conformance-report.ts'
import type { Deviation } from '../config/read-deviations.ts'

/** The name of a shard's journal in its reports directory. */
export const shardJournalName = 'journal.json'

/** The data of one shard for the merge; the content of `journal.json`, with the schema `schemas/formats/shard-journal.json`. */
export interface ShardJournal {
  readonly schemaVersion: 1
  readonly suite: { readonly version: string; readonly requirementsDigest: string }
  readonly shard: Shard
  readonly target: Omit<ReportedTarget, 'dialect' | 'exchanges'> & {
    /** Each shard starts its own embedded reference, with its own address. */
    readonly embedded: boolean
  }
  /** The selection of the whole run, if there was one. */
  readonly selection?: string
  /** The requirements of this shard's checks. */
  readonly selected: readonly RequirementId[]
  /** The command line that repeats the whole run, without shards. */
  readonly replay: string
  /** Its options; absent in files of earlier versions. */
  readonly settings?: RunSettings
  readonly documentedOnly: boolean
  readonly deviations: readonly Deviation[]
  /** Why the shard did not come to its end. */
  readonly error?: string
  readonly records: readonly JournalRecord[]
}
