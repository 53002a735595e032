import type { JournalRecord } from '../../lib/checks/journal.ts'
import { requirementsDigest } from '../../lib/contract/requirement.ts'
import type { ShardJournal } from '../../lib/merge/shard-journal.ts'
import { baseUrl } from '../report/prepared.ts'

/** The journal of one shard of two, which saw what is given. */
export function shardJournal(
  index: number,
  records: readonly JournalRecord[],
  parts: Partial<ShardJournal> = {},
): ShardJournal {
  return {
    schemaVersion: 1,
    suite: { version: '0.1.0', requirementsDigest: requirementsDigest() },
    shard: { index, count: 2 },
    target: {
      embedded: false,
      name: 'staging',
      baseUrl,
      mode: 'read-write',
      effort: 'standard',
      seed: 42,
      startedAt: '2030-05-01T10:00:00.000Z',
      durationMs: 1500,
    },
    selected: [],
    replay: `npm run conformance -- --base-url ${baseUrl} --seed 42`,
    documentedOnly: false,
    deviations: [],
    records,
    ...parts,
  }
}
