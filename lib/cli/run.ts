import { existsSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { completeAllureResults } from '../report/allure/complete-allure-results.ts'
import type { RanCheck } from '../report/allure/ran-check.ts'
import type { ConformanceReport } from '../report/conformance-report.ts'
import { exitCode, type ExitCode } from '../report/exit-code.ts'
import { shardJournalName } from '../report/shard-journal.ts'
import { existingDeviations, writeDeviations } from '../report/write-deviations.ts'
import { writeReports, type ReportFiles } from '../report/write-reports.ts'
import { openRun } from './open-run.ts'
import { reportOf } from './report-of.ts'
import { readDeviations } from '../config/read-deviations.ts'
import type { Configuration } from '../config/configuration.ts'
import { collectChecks } from './collect-checks.ts'
import { configureRun } from './configure-run.ts'
import { holdAgainst, reachOld, removeComparison } from '../differential/hold-against.ts'
import { Interruption } from '../run/interruption.ts'
import { runSuites, type SuitesEnd } from './run-suites.ts'
import { shardJournalOf } from './shard-journal-of.ts'
import { terminalSummary } from './terminal.ts'

/** Tests a target from end to end and writes the reports; gives the exit code. Throws where the run could not be made. */
export async function run(flags: Readonly<Record<string, string | boolean>>): Promise<ExitCode> {
  const configuration = configureRun({ flags, environment: process.env, directory: process.cwd() })
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
  for (const line of [end.leftBehind, ...end.notes]) if (line !== undefined) process.stderr.write(`${line}\n`)
  process.stdout.write(terminalSummary(report, { reportsDirectory }))
  if (comparison !== undefined) process.stdout.write(comparison)
  if (deviationsToWrite !== undefined) process.stdout.write(`${await writeDeviations(report, deviationsToWrite)}\n`)
  const code = exitCode(report, { requireComplete: configuration.requireComplete })
  // Data or a setting that is left is nothing that a pipeline may pass over.
  const final = end.leftBehind !== undefined && (code === 0 || code === 3) ? 1 : code
  if (suites.isGivenUp) await endProcess(final)
  return final
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
  { reportsDirectory, allure }: Configuration,
  report: ConformanceReport,
  checks: readonly RanCheck[],
): Promise<void> {
  await completeAllureResults(join(reportsDirectory, 'allure-results'), report, checks)
  if (!allure) return
  // Slow to load, and wanted by few.
  const { buildAllureReport } = await import('../report/allure/build-allure-report.ts')
  await buildAllureReport(reportsDirectory, report)
}
