import { renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { output } from '../client/output.ts'
import type { Configuration } from '../config/configuration.ts'
import type { RanCheck } from '../report/allure/allure-result.ts'
import { writeAllureResults } from '../report/allure/write-allure-results.ts'
import { ReportsDirectoryError } from '../config/errors.ts'
import type { ConformanceReport } from '../report/conformance-report.ts'
import { exitCode, failsTheRun, type ExitCode } from '../report/judge-target.ts'
import { runDocument } from '../report/document/run-document.ts'
import { incompleteLines } from '../report/document/untested.ts'
import { shardJournalName } from '../merge/shard-journal.ts'
import { writeReports, type ReportFiles } from '../report/write-reports.ts'
import type { RunEnd } from './open-run.ts'
import { removeIfPossible } from './remove-if-possible.ts'
import { reportOf, shardJournalOf, type Ended } from './report-of.ts'
import { withSinceLast } from './since-last.ts'
import { emit } from './run-events.ts'
import { terminalBody, verdictLine } from './terminal.ts'
import { githubAnnotations } from '../report/pipelines.ts'

/** A run that has ended, with what is reported beside its journal. */
export interface RunToReport extends Ended {
  readonly end: RunEnd
  readonly ran: readonly RanCheck[]
  /** The comparison with an older deployment, for the terminal. */
  readonly comparison: string | undefined
}

/** Writes the reports of a run that has ended, and prints the result on the terminal; returns the exit code. */
export async function reportRun({ ran, comparison, ...ended }: RunToReport): Promise<ExitCode> {
  const { end } = ended
  const { configuration } = ended.run
  const { reportsDirectory } = configuration
  const report = withSinceLast(reportOf(ended), reportsDirectory)
  const document = runDocument(report)
  // First: if no report can be written, the remaining records are still named.
  for (const line of [end.leftBehind, ...end.notes, end.harProblem]) if (line !== undefined) output.warn(line)
  output.text(terminalBody(document, reportsDirectory, configuration.only === undefined ? undefined : ended.selected))
  const code = finalCode(exitCode(report, { requireComplete: configuration.requireComplete }), end)
  try {
    // First: the page and the manifest name it.
    const allure = await writeAllure(configuration, report, ran).catch((error: unknown) => ({ error }))
    await writeReports(document, reportsDirectory, shardFiles(ended))
    if (allure) throw allure.error
  } catch (error) {
    printVerdict(configuration, report, 2)
    throw error instanceof ReportsDirectoryError ? error : new ReportsDirectoryError(reportsDirectory, error)
  }
  if (process.env['GITHUB_ACTIONS'] === 'true' && configuration.output !== 'json')
    output.exact(githubAnnotations(document))
  if (comparison !== undefined) output.text(comparison)
  const deviationsFile = configuration.writeDeviations
  if (deviationsFile !== undefined) {
    const { writeDeviations } = await import('../report/write-deviations.ts')
    output.text(`${await writeDeviations(report, deviationsFile)}\n`)
  }
  if (code === 3) output.warnings(incompleteLines(report))
  printVerdict(configuration, report, code)
  return code
}

/** The last line of standard output. */
function printVerdict(configuration: Configuration, report: ConformanceReport, code: ExitCode): void {
  if (configuration.output === 'quiet') output.exactOnly(false)
  output.text(verdictLine(report))
  const { verdict, summary, requirements } = report
  const violated = requirements.filter(failsTheRun).map(({ id }) => id)
  const reports = configuration.reportsDirectory
  emit(configuration, { event: 'ended', verdict, exitCode: code, summary, violated, reports })
}

/** A pipeline must not overlook remaining data or settings, or a missing report. */
function finalCode(code: ExitCode, { leftBehind, harProblem }: RunEnd): ExitCode {
  if (harProblem !== undefined) return 2
  return leftBehind !== undefined && (code === 0 || code === 3) ? 1 : code
}

/** The verdict of a single shard is a preview: its observations go to the merge. */
function shardFiles(ended: Ended): ReportFiles {
  const { shard } = ended.run.configuration
  return shard === undefined ? {} : { [shardJournalName]: `${JSON.stringify(shardJournalOf(ended, shard))}\n` }
}

/** The results of an earlier run stay until those of this one are complete. */
async function writeAllure(
  { reportsDirectory, runId, allure }: Configuration,
  report: ConformanceReport,
  ran: RunToReport['ran'],
): Promise<undefined> {
  const draft = join(reportsDirectory, `.allure-${runId}`)
  const results = join(reportsDirectory, 'allure-results')
  try {
    await writeAllureResults(draft, report, ran)
    rmSync(results, { recursive: true, force: true })
    renameSync(draft, results)
  } finally {
    removeIfPossible(draft)
  }
  if (!allure) return
  // Slow to load, and wanted by few.
  const { buildAllureReport } = await import('../report/allure/build-allure-report.ts')
  await buildAllureReport(reportsDirectory, report)
}
