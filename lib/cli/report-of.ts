import packageFile from '../../package.json' with { type: 'json' }
import type { RequirementId } from '../contract/requirement.ts'
import { assembleReport } from '../report/assemble-report.ts'
import type { ConformanceReport } from '../report/conformance-report.ts'
import type { Deviation } from '../config/read-deviations.ts'
import { mergeRecords } from '../merge/merge-records.ts'
import { replayCommand, runSettings } from '../config/replay-command.ts'
import type { Run, RunEnd } from './open-run.ts'

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
  const { configuration, startedAt } = run
  const settings = runSettings(configuration)
  return assembleReport(mergeRecords(end.records), {
    target: {
      name: configuration.name,
      baseUrl: configuration.baseUrl,
      mode: configuration.mode,
      effort: configuration.effort,
      seed: configuration.seed,
      startedAt: startedAt.toISOString(),
      durationMs: end.durationMs,
      ...(end.teardownExchanges !== undefined && { teardownExchanges: end.teardownExchanges }),
    },
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
