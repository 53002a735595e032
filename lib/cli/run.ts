import { existsSync, rmSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { efforts, type Configuration } from '../config/configuration.ts'
import { settingsFrom, type ConfigurationSources } from '../config/settings.ts'
import type { Deviation } from '../config/read-deviations.ts'
import { removeComparison } from '../differential/remove-comparison.ts'
import type { ExitCode } from '../report/judge-target.ts'
import { ConfigurationError, ReportsDirectoryError, RunError } from '../config/errors.ts'
import { holdFresh } from './set-aside.ts'
import { shardJournalName } from '../merge/shard-journal.ts'
import { ledgerPath } from '../ledger/ledger.ts'
import type { Check } from '../run/check.ts'
import { Interruption } from '../run/interruption.ts'
import { output } from '../client/output.ts'
import { Progress } from './progress.ts'
import { emit } from './run-events.ts'
import { openRun } from './open-run.ts'
import type { SuitesEnd } from './run-suites.ts'
import { Option, type Command } from 'commander'
import { addConnectionOptions } from './connection-options.ts'
import { teardownBoundsText } from '../ledger/teardown-bounds.ts'
import { readReport } from '../report/read-report.ts'
import { resolveConfiguration } from '../config/resolve-configuration.ts'
import { isRequirementId, type RequirementId } from '../contract/requirement.ts'
import type { ConformanceReport, ReportedRequirement } from '../report/conformance-report.ts'

// Modules for the end of a run, or for some runs only, are imported there: the first request waits for all imports above.

/** Adds `run`: test a target, write reports. */
export function addRun(program: Command): void {
  addConnectionOptions(program.command('run'))
    .description('test a target and write reports; with no base URL, the embedded reference')
    .allowExcessArguments(false)
    .option('--base-url <url>', 'the deployment’s origin and any prefix before /v1/public (CONFORMANCE_BASE_URL)')
    .option('--target <file>', 'read what the target declares from this JSON file (CONFORMANCE_TARGET)')
    .option('--controls <file>', 'load controls from this ES module (CONFORMANCE_CONTROLS)')
    .option(
      '--openapi <file|url>',
      'learn parameter names and bodies from this OpenAPI description (CONFORMANCE_OPENAPI)',
    )
    .option('--allow-writes', 'let the run create and remove its own data (CONFORMANCE_ALLOW_WRITES)')
    .option('--allow-traces', 'let it leave retired part numbers and files of deleted items (CONFORMANCE_ALLOW_TRACES)')
    .addOption(new Option('--effort <effort>', 'choose how much is tested (CONFORMANCE_EFFORT)').choices([...efforts]))
    .option('--seed <n>', 'set the seed of all generated values (CONFORMANCE_SEED)')
    .option(
      '--only <expression>',
      'select checks by requirement id, area, kind, need, signature or text:WORD, combined with && || ! () (CONFORMANCE_ONLY)',
    )
    .option(
      '--rerun <report>',
      'select the requirements that did not conform in this conformance.json (CONFORMANCE_RERUN)',
    )
    .option('--shard <i/n>', 'run one part of the checks; see merge (CONFORMANCE_SHARD)')
    .option('--against <url>', 'compare the answers with those of an older deployment (CONFORMANCE_AGAINST)')
    .option('--reports <directory>', 'write the reports to this directory (CONFORMANCE_REPORTS)')
    .option('--deviations <file>', 'accept the violations listed in this file for now (CONFORMANCE_DEVIATIONS)')
    .option(
      '--write-deviations <file>',
      'add the violations found to this deviations file (CONFORMANCE_WRITE_DEVIATIONS)',
    )
    .option('--documented-only', 'report violated implied requirements as warnings (CONFORMANCE_DOCUMENTED_ONLY)')
    .option('--require-complete', 'exit with 3 if a documented rule is partly untested (CONFORMANCE_REQUIRE_COMPLETE)')
    .option('--max-rps <n>', 'send at most this many requests per second (CONFORMANCE_MAX_RPS)')
    .option('--concurrency <n>', 'send at most this many requests at once (CONFORMANCE_CONCURRENCY)')
    .option('--max-requests <n>', 'send at most this many requests in total (CONFORMANCE_MAX_REQUESTS)')
    .option('--deadline <seconds>', 'stop sending requests after this many seconds (CONFORMANCE_DEADLINE)')
    .option('--bail', 'end at the first violated requirement (CONFORMANCE_BAIL)')
    .option('--quiet', 'print only the verdict (CONFORMANCE_QUIET)')
    .option('--json', 'print events, one JSON object per line (CONFORMANCE_JSON)')
    .addOption(new Option('--dry-run').hideHelp())
    .option('--allure', 'generate allure-report/ with the history of earlier runs (CONFORMANCE_ALLURE)')
    .addHelpText('after', `\n${teardownBoundsText}\n\n${scriptsText}`)
    .action(async ({ dryRun, ...flags }: Readonly<Record<string, string | boolean>>) => {
      if (dryRun === true) throw new ConfigurationError(noDryRun)
      process.exitCode = await run(flags)
    })
}

const noDryRun =
  'run has no --dry-run; use doctor with the same options: it tests nothing and shows what a run would send, cost and leave untested'

const scriptsText = `Each finding has a script in reproduce/ in the reports directory. Run it with sh; it needs curl, jq and the keys in the same variables.
BASE_URL selects another deployment. The script ends with BREACH (exit code 1), KEPT (0) or UNDECIDED (3). CONFORMANCE_WEB_APPLICATION names a program for the steps that
only the web application can do: publishVersion, setPartNumberRule, softDeleteProperty, setAiUsage and so on, with their arguments.`

/** Tests a target from end to end and writes the reports; returns the exit code. Throws if the run was not possible. */
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
      await (await import('./report-of.ts')).reportUnmade(configuration, startedAt, error)
    throw error
  }
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}

async function runConfigured(configuration: Configuration, progress: Progress): Promise<ExitCode> {
  const { reportsDirectory } = configuration
  const deviations = await deviationsOf(configuration)
  const differential = configuration.against && (await import('../differential/compare-with-older.ts'))
  const { against } = configuration
  if (against) await differential?.reachOlder(configuration, against)
  removeEarlierJournal(reportsDirectory)
  const interruption = new Interruption(ledgerPath(configuration))
  const opened = await openRun(configuration)
  removeComparison(reportsDirectory)
  const closing = async (error: unknown): Promise<never> => {
    await opened.close()
    throw error
  }
  // Vitest takes longer to load than the target to answer.
  const { runSuites } = await import('./run-suites.ts')
  progress.phase('testing')
  const suites = await runSuites(opened, { interruption, progress }).catch(closing)
  const justRun = { configuration: opened.configuration, recordsDirectory: opened.provided.recordsDirectory }
  const comparison =
    against &&
    (await differential
      ?.compareWithOlder({ ...justRun, checks: await everyCheck() }, against, interruption)
      .catch(closing))
  progress.phase('removing test data')
  const end = await opened.close()
  interruption.forget()
  progress.phase('writing reports')
  progress.end()
  const error = endedEarly(interruption, suites) ?? end.problem
  const { reportRun } = await import('./report-run.ts')
  const code = await reportRun({ run: opened, end, ...suites, deviations, error, comparison })
  if (suites.isGivenUp) await endProcess(code)
  return code
}

/** The violations that are accepted for now. An invalid deviations file is rejected before the run, not after it. */
async function deviationsOf({ deviations, writeDeviations }: Configuration): Promise<readonly Deviation[]> {
  if (writeDeviations !== undefined) (await import('../report/write-deviations.ts')).existingDeviations(writeDeviations)
  return deviations === undefined
    ? []
    : (await import('../config/read-deviations.ts')).readAcceptedDeviations(deviations)
}

async function everyCheck(): Promise<readonly Check[]> {
  const { collectChecks } = await import('./collect-checks.ts')
  return collectChecks()
}

/** Configures a run and locks its reports directory; moves the earlier reports away, even if this run is not possible. */
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

/** Wrong settings are reported first; nothing is written to the directory, whatever else is wrong with it. */
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

/** Abandoned checks keep the process alive: it exits when everything is written. */
async function endProcess(code: ExitCode): Promise<never> {
  for (const stream of [process.stdout, process.stderr]) await new Promise((written) => stream.write('', written))
  process.exit(code)
}

/** The journal of an earlier shard would be merged as if it belonged to this run, even if this run is not possible. */
function removeEarlierJournal(reportsDirectory: string): void {
  const journal = join(reportsDirectory, shardJournalName)
  if (existsSync(journal)) rmSync(journal)
}

/** Shards do not communicate: without a common seed, each would generate different inputs. */
const seedOfShards = 42

/**
 * The configuration of a run, with the selection and (unless another one is given) the seed of the report that it repeats, so
 * that it tests the same. Throws `ConfigurationError`, `RunError`.
 */
function configureRun(sources: ConfigurationSources): Configuration {
  const { rerun, ...configuration } = resolveConfiguration(sources)
  const seedIsGiven = settingsFrom(sources).entry('seed') !== undefined
  if (rerun === undefined) {
    const shared = configuration.shard !== undefined && !seedIsGiven
    return shared ? { ...configuration, seed: seedOfShards } : configuration
  }
  const report = readReport(rerun)
  const only = rerunSelection(report, rerun)
  return { ...configuration, only, seed: seedIsGiven ? configuration.seed : report.target.seed }
}

/** Excluded on purpose, or without a check: another run would show nothing new. */
const notWorthwhile = new Set<string | undefined>(['not-selected', 'not-written'])

/** The tag expression of everything that a report shows as violated, blocked or untested. Throws `RunError` if there is nothing. */
function rerunSelection({ requirements }: Pick<ConformanceReport, 'requirements'>, path: string): string {
  const ids = requirements
    .filter((requirement) => wantsAnotherLook(requirement))
    .map(({ id }): string => id)
    .filter((id): id is RequirementId => isRequirementId(id))
  if (ids.length === 0) throw new RunError(`nothing in ${path} was violated, blocked or untested: nothing to run again`)
  return ids.join(' || ')
}

function wantsAnotherLook({ verdict, untested }: ReportedRequirement): boolean {
  return verdict === 'violated' || (verdict === 'untested' && !notWorthwhile.has(untested?.reason))
}
