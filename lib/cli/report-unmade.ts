import { redact } from '../client/redactor.ts'
import type { Configuration } from '../config/configuration.ts'
import { runDocument } from '../report/document/run-document.ts'
import { writeReports } from '../report/write-reports.ts'
import { reportOf } from './report-of.ts'

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
