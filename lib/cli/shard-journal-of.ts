import packageFile from '../../package.json' with { type: 'json' }
import { requirementsDigest, type RequirementId } from '../contract/requirement.ts'
import { sanitizer, sanitizeTexts } from '../report/sanitize.ts'
import type { Deviation } from '../config/read-deviations.ts'
import type { ShardJournal } from '../merge/shard-journal.ts'
import type { Run, RunEnd } from './open-run.ts'
import { replayCommand, runSettings } from '../config/replay-command.ts'
import type { Shard } from '../config/shard.ts'

interface EndedShard {
  readonly run: Pick<Run, 'configuration' | 'startedAt'>
  readonly end: Pick<RunEnd, 'records' | 'durationMs' | 'leftBehind' | 'redact'> &
    Partial<Pick<RunEnd, 'teardownExchanges'>>
  readonly shard: Shard
  readonly selected: ReadonlySet<RequirementId> | undefined
  readonly deviations: readonly Deviation[]
  readonly error?: string | undefined
}

/** The file of a completed shard for the merge; like every report, it contains no key. */
export function shardJournalOf({ run, end, shard, selected, deviations, error }: EndedShard): ShardJournal {
  const { shard: _, ...whole } = run.configuration
  const settings = runSettings(whole)
  const { embedded, name, baseUrl, mode, effort, seed, only, documentedOnly } = whole
  const journal: ShardJournal = {
    schemaVersion: 1,
    suite: { version: packageFile.version, requirementsDigest: requirementsDigest() },
    shard,
    target: {
      embedded,
      name,
      baseUrl,
      mode,
      effort,
      seed,
      startedAt: run.startedAt.toISOString(),
      durationMs: end.durationMs,
      ...(end.teardownExchanges !== undefined && { teardownExchanges: end.teardownExchanges }),
    },
    ...(only === undefined ? {} : { selection: only }),
    selected: [...(selected ?? [])],
    replay: replayCommand(settings),
    settings,
    documentedOnly,
    deviations,
    ...(error === undefined ? {} : { error }),
    records: end.records,
  }
  return sanitizeTexts(journal, sanitizer(end.redact))
}
