import { existsSync, rmSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { Configuration } from '../config/configuration.ts'
import { type ConfigurationSources, settingsFrom } from '../config/settings.ts'
import type { DeclaredDeviation } from '../config/read-deviations.ts'
import { removeComparison } from '../differential/remove-comparison.ts'
import type { ExitCode } from '../report/judge-target.ts'
import { ConfigurationError, ReportsDirectoryError, RunError } from '../config/errors.ts'
import { setAside } from './set-aside.ts'
import { shardJournalName } from '../merge/shard-journal.ts'
import { ledgerPath } from '../ledger/ledger.ts'
import type { Check } from '../run/check.ts'
import { Interruption } from '../run/interruption.ts'
import { output } from '../client/output.ts'
import { Progress } from './progress.ts'
import { emit } from './run-events.ts'
import { configureRun } from './configure-run.ts'
import { openRun } from './open-run.ts'
import { holdReports } from './reports-directory.ts'
import type { SuitesEnd } from './run-suites.ts'

// What only the end of a run needs, or only some runs, is imported there: the first request waits for everything above.

/** Tests a target from end to end and writes the reports; gives the exit code. Throws where the run could not be made. */
export async function run(flags: Readonly<Record<string, string | boolean>>): Promise<ExitCode> {
  const startedAt = new Date()
  const configuration = configureFresh({ flags, environment: process.env, directory: process.cwd() })
  if (configuration.output !== 'text') output.exactOnly()
  const progress = new Progress(configuration)
  try {
    return await runConfigured(configuration, progress)
  } catch (error) {
    progress.end()
    emit(configuration, { event: 'ended', verdict: 'error', exitCode: 2, reason: reasonOf(error) })
    if (error instanceof RunError || error instanceof ConfigurationError)
      await (await import('./report-unmade.ts')).reportUnmade(configuration, startedAt, error)
    throw error
  }
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}

async function runConfigured(configuration: Configuration, progress: Progress): Promise<ExitCode> {
  const { reportsDirectory } = configuration
  const deviations = await deviationsOf(configuration)
  const differential = configuration.against && (await import('../differential/hold-against.ts'))
  const { against } = configuration
  if (against) await differential?.reachOld(configuration, against)
  removeEarlierJournal(reportsDirectory)
  const interruption = new Interruption(ledgerPath(configuration))
  const opened = await openRun(configuration)
  removeComparison(reportsDirectory)
  const closing = async (error: unknown): Promise<never> => {
    await opened.close()
    throw error
  }
  // Vitest takes longer to load than the target to say whether it is there.
  const { runSuites } = await import('./run-suites.ts')
  progress.phase('testing')
  const suites = await runSuites(opened, { interruption, progress }).catch(closing)
  const justRun = { configuration: opened.configuration, recordsDirectory: opened.provided.recordsDirectory }
  const comparison =
    against &&
    (await differential?.holdAgainst({ ...justRun, checks: await everyCheck() }, against, interruption).catch(closing))
  progress.phase('removing test data')
  const end = await opened.close()
  interruption.forget()
  progress.phase('writing reports')
  progress.end()
  const error = endedEarly(interruption, suites) ?? end.problem
  const { tellRun } = await import('./tell-run.ts')
  const code = await tellRun({ run: opened, end, ...suites, deviations, error, comparison })
  if (suites.isGivenUp) await endProcess(code)
  return code
}

/** The violations that are accepted for now. A file that is no deviations file is refused before the run, not after it. */
async function deviationsOf({ deviations, writeDeviations }: Configuration): Promise<readonly DeclaredDeviation[]> {
  if (writeDeviations !== undefined) (await import('../report/write-deviations.ts')).existingDeviations(writeDeviations)
  return deviations === undefined
    ? []
    : (await import('../config/read-deviations.ts')).readAcceptedDeviations(deviations)
}

async function everyCheck(): Promise<readonly Check[]> {
  const { collectChecks } = await import('./collect-checks.ts')
  return collectChecks()
}

/** Configures a run and takes its reports directory; the reports of an earlier one are set aside, also where this one cannot be made. */
function configureFresh(sources: ConfigurationSources): Configuration {
  const directory = settingsFrom(sources).path('reports') ?? resolve(sources.directory, 'reports')
  let configuration: Configuration
  try {
    configuration = configureRun(sources)
  } catch (error) {
    setAsideIfOurs(directory)
    throw error
  }
  holdFresh(directory)
  return configuration
}

function holdFresh(directory: string): void {
  holdReports(directory)
  try {
    setAside(directory)
  } catch (cause) {
    throw new ReportsDirectoryError(directory, cause)
  }
}

/** What is wrong with a setting is told first; whatever else may be wrong with the directory, nothing is written to it. */
function setAsideIfOurs(directory: string): void {
  try {
    if (existsSync(directory)) holdFresh(directory)
  } catch (error) {
    if (!(error instanceof ReportsDirectoryError)) throw error
  }
}

function endedEarly({ cause }: Interruption, { isGivenUp }: SuitesEnd): string | undefined {
  if (cause !== undefined) return `interrupted by ${cause}`
  return isGivenUp ? 'checks were still running after the deadline' : undefined
}

/** Checks that were given up hold the process: it ends when all is written. */
async function endProcess(code: ExitCode): Promise<never> {
  for (const stream of [process.stdout, process.stderr]) await new Promise((written) => stream.write('', written))
  process.exit(code)
}

/** One of an earlier shard would be merged as if it were of this run, also where this run cannot be made. */
function removeEarlierJournal(reportsDirectory: string): void {
  const journal = join(reportsDirectory, shardJournalName)
  if (existsSync(journal)) rmSync(journal)
}
