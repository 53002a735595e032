import packageFile from '../../package.json' with { type: 'json' }
import { requirementsDigest, type RequirementId } from '../contract/requirement.ts'
import { assembleReport } from '../report/assemble-report.ts'
import type { ConformanceReport } from '../report/conformance-report.ts'
import type { Deviation } from '../config/read-deviations.ts'
import type { Shard } from '../config/shard.ts'
import type { ShardJournal } from '../merge/shard-journal.ts'
import { sanitizer, sanitizeTexts } from '../report/sanitize.ts'
import { mergeRecords } from '../merge/merge-records.ts'
import { replayCommand, runSettings } from '../config/replay-command.ts'
import type { Run, RunEnd } from './open-run.ts'
import { redact } from '../client/redactor.ts'
import type { Configuration } from '../config/configuration.ts'
import { runDocument } from '../report/document/run-document.ts'
import { writeReports } from '../report/write-reports.ts'

/** A run that has ended, or could not be made. */
export interface Ended {
  readonly run: Pick<Run, 'configuration' | 'startedAt' | 'description'>
  readonly end: Pick<RunEnd, 'records' | 'durationMs' | 'leftBehind' | 'redact'> &
    Partial<Pick<RunEnd, 'teardownExchanges'>>
  readonly selected: ReadonlySet<RequirementId> | undefined
  readonly deviations?: readonly Deviation[] | undefined
  /** Why the run did not come to its end. */
  readonly error?: string | undefined
}

/** The report of a run that has ended. */
export function reportOf({ run, end, selected, deviations, error }: Ended): ConformanceReport {
  const { configuration } = run
  const settings = runSettings(configuration)
  return assembleReport(mergeRecords(end.records), {
    target: targetOf({ run, end }),
    replay: replayCommand(settings),
    settings,
    reportsDirectory: configuration.reportsDirectory,
    suiteVersion: packageFile.version,
    selected,
    shard: configuration.shard,
    documentedOnly: configuration.documentedOnly,
    deviations,
    error,
    description: run.description,
    leftBehind: end.leftBehind,
    redact: end.redact,
  })
}

function targetOf({ run: { configuration, startedAt }, end }: Pick<Ended, 'run' | 'end'>) {
  const { name, baseUrl, mode, effort, seed } = configuration
  const { durationMs, teardownExchanges } = end
  return {
    name,
    baseUrl,
    mode,
    effort,
    seed,
    startedAt: startedAt.toISOString(),
    durationMs,
    ...(teardownExchanges !== undefined && { teardownExchanges }),
  }
}

/** The file of a completed shard for the merge; like every report, it contains no key. */
export function shardJournalOf({ run, end, selected, deviations = [], error }: Ended, shard: Shard): ShardJournal {
  const { shard: _, ...whole } = run.configuration
  const settings = runSettings(whole)
  const { embedded, only, documentedOnly } = whole
  const journal: ShardJournal = {
    schemaVersion: 1,
    suite: { version: packageFile.version, requirementsDigest: requirementsDigest() },
    shard,
    target: { embedded, ...targetOf({ run, end }) },
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

/** Writes the reports of a run that was not possible, for the pipeline that reads them: the verdict is `error`, with the reason. */
export async function reportUnmade(configuration: Configuration, startedAt: Date, { message }: Error): Promise<void> {
  const durationMs = Date.now() - startedAt.getTime()
  const report = reportOf({
    run: { configuration, startedAt },
    end: { records: [], durationMs, leftBehind: undefined, redact },
    selected: undefined,
    error: message,
  })
  // The run did not fail because of a file that cannot be written.
  await writeReports(runDocument(report), configuration.reportsDirectory).catch(() => undefined)
}
