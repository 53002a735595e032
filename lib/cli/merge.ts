import { cpSync, existsSync, rmSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { output } from '../client/output.ts'
import { completeHar } from '../client/har/complete-har.ts'
import { mergeAllureResults } from '../report/allure/write-allure-results.ts'
import { exitCode, type ExitCode } from '../report/judge-target.ts'
import { runDocument } from '../report/document/run-document.ts'
import { incompleteLines } from '../report/document/untested.ts'
import { ReportsDirectoryError } from '../config/errors.ts'
import { writeReports } from '../report/write-reports.ts'
import { existingDeviations, writeDeviations } from '../report/write-deviations.ts'
import { checkShards, readShards, type ReadShard, mergeShards } from '../merge/merge-shards.ts'
import { settingsFrom, type ConfigurationSources } from '../config/settings.ts'
import { existingFile } from '../config/existing-file.ts'
import { booleanSetting } from '../config/parse-setting.ts'
import { readAcceptedDeviations } from '../config/read-deviations.ts'
import { makeDirectory } from '../config/make-directory.ts'
import { holdReports } from './reports-directory.ts'
import { holdFresh } from './set-aside.ts'
import { withSinceLast } from './since-last.ts'
import { terminalBody, verdictLine } from './terminal.ts'
import type { Command } from 'commander'

/** Adds `merge`: the shards of one run as one report. */
export function addMerge(program: Command): void {
  program
    .command('merge')
    .description('combine the shards of one run into one report and exit code')
    .argument('<directories...>', 'the reports directory of each shard, or a directory with all of them')
    .option('--reports <directory>', 'write the merged reports to this directory (CONFORMANCE_REPORTS)')
    .option('--deviations <file>', 'accept the violations listed in this file, instead of those of the shards')
    .option('--write-deviations <file>', 'add the violations found to this deviations file')
    .option('--documented-only', 'report violated implied requirements as warnings')
    .option('--require-complete', 'exit with 3 if a documented requirement is partly untested')
    .action(async (directories: readonly string[], flags: Readonly<Record<string, string | boolean>>) => {
      process.exitCode = await merge({ directories, flags, environment: process.env, directory: process.cwd() })
    })
}

const archiveName = 'exchanges.har'

interface MergeSources extends ConfigurationSources {
  readonly directories: readonly string[]
}

/** Merges the shards of a run and writes its reports; returns the exit code of the whole. Throws `ConfigurationError`. */
async function merge(sources: MergeSources): Promise<ExitCode> {
  const settings = settingsFrom(sources)
  const reportsDirectory = settings.path('reports') ?? resolve(sources.directory, 'reports')
  const deviations = existingFile(settings.path('deviations'), '--deviations')
  const deviationsToWrite = settings.path('writeDeviations')
  if (deviationsToWrite !== undefined) existingDeviations(deviationsToWrite)
  const shards = readShards(sources.directories.map((directory) => resolve(sources.directory, directory)))
  checkShards(shards)
  const merged = mergeShards(
    shards.map(({ journal }) => journal),
    {
      deviations: deviations === undefined ? undefined : readAcceptedDeviations(deviations),
      documentedOnly: booleanSetting(settings.entry('documentedOnly')),
      reportsDirectory,
    },
  )
  // The files of a shard are gathered from where they are.
  const isOfShard = shards.some(({ directory }) => directory === reportsDirectory)
  if (isOfShard) holdReports(reportsDirectory)
  else holdFresh(reportsDirectory)
  const report = withSinceLast(merged, reportsDirectory)
  await gatherArchives(shards, reportsDirectory)
  const document = runDocument(report)
  await writeReports(document, reportsDirectory)
  gatherAllureResults(shards, reportsDirectory)
  await mergeAllureResults(join(reportsDirectory, 'allure-results'), report)
  output.text(terminalBody(document, reportsDirectory))
  if (deviationsToWrite !== undefined) output.text(`${await writeDeviations(report, deviationsToWrite)}\n`)
  const code = exitCode(report, { requireComplete: booleanSetting(settings.entry('requireComplete')) === true })
  if (code === 3) output.warnings(incompleteLines(report))
  output.text(verdictLine(report))
  return code
}

/** The exchanges of all shards, if the shards kept them. */
async function gatherArchives(shards: readonly ReadShard[], reportsDirectory: string): Promise<void> {
  const archives = shards.map(({ directory }) => join(directory, archiveName)).filter((archive) => existsSync(archive))
  if (archives.length === 0) return
  try {
    makeDirectory(reportsDirectory)
    await completeHar(archives, join(reportsDirectory, archiveName))
  } catch (cause) {
    throw new ReportsDirectoryError(reportsDirectory, cause)
  }
}

/** Each result is a file with a unique name: together they are the results of the whole run. */
function gatherAllureResults(shards: readonly ReadShard[], reportsDirectory: string): void {
  const whole = join(reportsDirectory, 'allure-results')
  const parts = shards.map(({ directory }) => join(directory, 'allure-results')).filter((part) => existsSync(part))
  try {
    // Results of an earlier merge would be shown as results of this one.
    if (!parts.includes(whole)) rmSync(whole, { recursive: true, force: true })
    for (const part of parts.filter((path) => path !== whole)) cpSync(part, whole, { recursive: true })
  } catch (cause) {
    throw new ReportsDirectoryError(whole, cause)
  }
}
