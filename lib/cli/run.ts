import { existsSync, renameSync, rmSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { completeAllureResults } from '../report/allure/complete-allure-results.ts'
import type { RanCheck } from '../report/allure/ran-check.ts'
import type { ConformanceReport } from '../report/conformance-report.ts'
import { exitCode, type ExitCode } from '../report/exit-code.ts'
import { shardJournalName } from '../report/shard-journal.ts'
import { existingDeviations, writeDeviations } from '../report/write-deviations.ts'
import { setAside } from '../report/set-aside.ts'
import { ReportsDirectoryError, writeReports, type ReportFiles } from '../report/write-reports.ts'
import { openRun, type RunEnd } from './open-run.ts'
import { reportOf } from './report-of.ts'
import { readDeviations } from '../config/read-deviations.ts'
import type { Configuration, ConfigurationSources } from '../config/configuration.ts'
import { settingsFrom } from '../config/settings.ts'
import { collectChecks } from './collect-checks.ts'
import { configureRun } from './configure-run.ts'
import { holdAgainst, reachOld, removeComparison } from '../differential/hold-against.ts'
import { Interruption } from '../run/interruption.ts'
import { ownAllureResults, runSuites, type SuitesEnd } from './run-suites.ts'
import { neutralized } from './neutralized.ts'
import { shardJournalOf } from './shard-journal-of.ts'
import { terminalSummary } from './terminal.ts'

/** Tests a target from end to end and writes the reports; gives the exit code. Throws where the run could not be made. */
export async function run(flags: Readonly<Record<string, string | boolean>>): Promise<ExitCode> {
  const configuration = configureFresh({ flags, environment: process.env, directory: process.cwd() })
  const { reportsDirectory, writeDeviations: deviationsToWrite, shard, against } = configuration
  // A file that is no deviations file is refused before the run, not after it.
  if (deviationsToWrite !== undefined) existingDeviations(deviationsToWrite)
  const deviations = configuration.deviations === undefined ? [] : readDeviations(configuration.deviations)
  if (against) await reachOld(configuration, against)
  removeEarlierJournal(reportsDirectory)
  const interruption = new Interruption()
  const opened = await openRun(configuration)
  removeComparison(reportsDirectory)
  const suites = await runSuites(opened, interruption).catch(async (error: unknown) => {
    rmSync(ownAllureResults(configuration), { recursive: true, force: true })
    await opened.close()
    throw error
  })
  const comparison =
    against &&
    (await holdAgainst(
      {
        configuration: opened.configuration,
        recordsDirectory: opened.provided.recordsDirectory,
        checks: await collectChecks(),
      },
      against,
      interruption,
    ).catch(async (error: unknown) => {
      await opened.close()
      throw error
    }))
  const end = await opened.close()
  interruption.forget()
  const error = endedEarly(interruption, suites)
  const ended = { run: opened, end, selected: suites.selected, deviations, error }
  const report = reportOf(ended)
  await writeReports(report, reportsDirectory, shard === undefined ? {} : shardFiles({ ...ended, shard }))
  await writeAllure(configuration, report, suites.checks)
  for (const line of [end.leftBehind, ...end.notes, end.harProblem])
    if (line !== undefined) process.stderr.write(`${neutralized(line)}\n`)
  process.stdout.write(neutralized(terminalSummary(report, { reportsDirectory })))
  if (comparison !== undefined) process.stdout.write(neutralized(comparison))
  if (deviationsToWrite !== undefined) process.stdout.write(`${await writeDeviations(report, deviationsToWrite)}\n`)
  const code = finalCode(exitCode(report, { requireComplete: configuration.requireComplete }), end)
  if (suites.isGivenUp) await endProcess(code)
  return code
}

/** Data or a setting that is left, or a report that is missing, is nothing that a pipeline may pass over. */
function finalCode(code: ExitCode, { leftBehind, harProblem }: RunEnd): ExitCode {
  if (harProblem !== undefined) return 2
  return leftBehind !== undefined && (code === 0 || code === 3) ? 1 : code
}

/** Configures a run; the reports of an earlier one are set aside, also where this one cannot be made. */
function configureFresh(sources: ConfigurationSources): Configuration {
  try {
    return configureRun(sources)
  } finally {
    setAsideIn(settingsFrom(sources).path('reports') ?? resolve(sources.directory, 'reports'))
  }
}

function setAsideIn(directory: string): void {
  try {
    setAside(directory)
  } catch (cause) {
    throw new ReportsDirectoryError(directory, cause)
  }
}

function endedEarly({ signal }: Interruption, { isGivenUp }: SuitesEnd): string | undefined {
  if (signal !== undefined) return `interrupted by ${signal}`
  return isGivenUp ? 'checks were still under way after the deadline' : undefined
}

/** Checks that were given up hold the process: it ends when all is written. */
async function endProcess(code: ExitCode): Promise<never> {
  for (const stream of [process.stdout, process.stderr]) await new Promise((resolve) => stream.write('', resolve))
  process.exit(code)
}

/** One of an earlier shard would be merged as if it were of this run, also where this run cannot be made. */
function removeEarlierJournal(reportsDirectory: string): void {
  const journal = join(reportsDirectory, shardJournalName)
  if (existsSync(journal)) rmSync(journal)
}

/** A shard is judged by itself only for a first look: what it has seen goes to the merge. */
function shardFiles(ended: Parameters<typeof shardJournalOf>[0]): ReportFiles {
  return { [shardJournalName]: `${JSON.stringify(shardJournalOf(ended))}\n` }
}

async function writeAllure(
  configuration: Configuration,
  report: ConformanceReport,
  checks: readonly RanCheck[],
): Promise<void> {
  const { reportsDirectory, allure } = configuration
  const gathered = ownAllureResults(configuration)
  const results = join(reportsDirectory, 'allure-results')
  await completeAllureResults(gathered, report, checks)
  rmSync(results, { recursive: true, force: true })
  renameSync(gathered, results)
  if (!allure) return
  // Slow to load, and wanted by few.
  const { buildAllureReport } = await import('../report/allure/build-allure-report.ts')
  await buildAllureReport(reportsDirectory, report)
}
