import { existsSync, readdirSync, rmSync, statSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { output } from '../client/output.ts'
import { inOneLine } from '../report/escape.ts'
import { undoRun } from '../run/undo-run.ts'
import { concurrencyByDefault } from '../config/configuration.ts'
import { settingsFrom, type ConfigurationSources, type Settings } from '../config/settings.ts'
import { readConnection, type Connection } from '../config/connection.ts'
import { ConfigurationError } from '../config/errors.ts'
import { existingFile } from '../config/existing-file.ts'
import { isUnderWay } from '../ledger/is-under-way.ts'
import { Ledger } from '../ledger/ledger.ts'
import { readHeader } from '../ledger/read-ledger.ts'
import { readBaseUrl } from '../config/read-base-url.ts'
import { readKeys, type TargetKeys } from '../config/read-keys.ts'
import { failure } from './failure.ts'
import { reach } from './reach.ts'
import type { Command } from 'commander'
import { addConnectionOptions } from './connection-options.ts'
import { teardownBoundsText } from '../ledger/teardown-bounds.ts'

/** Adds `cleanup`: remove what a crashed run left. */
export function addCleanup(program: Command): void {
  addConnectionOptions(program.command('cleanup'))
    .description('remove the data of a crashed run by its ledger, or by every ledger in the reports directory')
    .argument('[ledger]', 'the ledger of the run: ledger-<run>.jsonl')
    .allowExcessArguments(false)
    .option('--base-url <url>', 'confirm the base URL of the run; the key is sent nowhere else (CONFORMANCE_BASE_URL)')
    .option(
      '--controls <file>',
      'use these controls to restore the settings that the run changed (CONFORMANCE_CONTROLS)',
    )
    .option('--reports <directory>', 'look for ledgers in this directory (CONFORMANCE_REPORTS)')
    .addHelpText('after', `\n${teardownBoundsText}`)
    .action(async (ledger: string | undefined, flags: Readonly<Record<string, string>>) => {
      process.exitCode = await cleanup({ ledger, flags, environment: process.env, directory: process.cwd() })
    })
}

interface CleanupSources extends ConfigurationSources {
  /** One ledger; by default every one in the reports directory. */
  readonly ledger: string | undefined
}

/** The given address: the key is sent nowhere else, whatever a ledger says. */
interface Access {
  readonly baseUrl: string | undefined
  readonly controlsModule: string | undefined
  readonly keys: () => TargetKeys
  readonly connection: (baseUrl: string) => Connection
}

/** The result for one ledger, or for all: everything is gone, something remains, or the cleanup was impossible. */
type CleanupCode = 0 | 1 | 2

/** Removes the records of runs that did not end; returns the exit code. Throws `ConfigurationError`. */
async function cleanup(sources: CleanupSources): Promise<CleanupCode> {
  const settings = settingsFrom(sources)
  const reports = settings.path('reports') ?? resolve(sources.directory, 'reports')
  const isGiven = settings.entry('reports') !== undefined
  const paths = sources.ledger === undefined ? ledgersIn(reports, isGiven) : [ledgerAt(sources, sources.ledger)]
  if (paths.length === 0) output.text(`no ledger in ${reports}: nothing to remove\n`)
  const access = accessFrom(settings)
  let worst: CleanupCode = 0
  for (const path of paths) {
    const code = await cleanByLedger(path, access).catch((error: unknown) => failure(error))
    if (code > worst) worst = code
  }
  return worst
}

function accessFrom(settings: Settings): Access {
  const baseUrl = settings.text('baseUrl')
  return {
    baseUrl: baseUrl === undefined ? undefined : readBaseUrl(baseUrl),
    controlsModule: existingFile(settings.path('controls'), '--controls or CONFORMANCE_CONTROLS'),
    keys: () => readKeys(settings),
    connection: (url) => readConnection(settings, url),
  }
}

function ledgerAt({ directory }: CleanupSources, ledger: string): string {
  const path = resolve(directory, ledger)
  const there = statSync(path, { throwIfNoEntry: false })
  if (there === undefined) throw new ConfigurationError(`the ledger ${path} does not exist; check the path`)
  if (!there.isDirectory()) return path
  throw new ConfigurationError(`${path} is a directory, not a ledger; use --reports for it, or name one ledger in it`)
}

function ledgersIn(directory: string, isGiven: boolean): readonly string[] {
  if (!existsSync(directory)) {
    if (isGiven) throw new ConfigurationError(`the directory ${directory} does not exist; check --reports`)
    return []
  }
  if (!statSync(directory).isDirectory())
    throw new ConfigurationError(`${directory} is not a directory; check --reports`)
  return readdirSync(directory)
    .filter((name) => /^ledger-.*\.jsonl$/.test(name))
    .map((name) => join(directory, name))
}

async function cleanByLedger(path: string, access: Access): Promise<CleanupCode> {
  const header = readHeader(path)
  if (isUnderWay(header))
    throw new ConfigurationError(
      `the run of ${path} is still running (process ${header.pid}) and will clean up at its end`,
    )
  if (header.embedded) {
    removeRecords(path, header.runId)
    rmSync(path)
    output.text(`run ${header.runId}: the embedded reference keeps no data after a run\n`)
    return 0
  }
  const baseUrl = confirmedUrl(path, readBaseUrl(header.baseUrl), access.baseUrl)
  const keys = access.keys()
  const ledger = Ledger.open(path, Object.values(keys))
  const { entries } = ledger.read()
  const isOther = entries.some(({ identity }) => identity === 'other-organization')
  if (isOther && keys.otherOrganization === undefined && access.controlsModule === undefined)
    throw new ConfigurationError(
      `${path} lists data of another organization; set CONFORMANCE_OTHER_ORG_API_KEY to a key of that organization`,
    )
  const target = { baseUrl, keys, ...access.connection(baseUrl) }
  const slowestMs = await reach(target)
  return removeAndTell(ledger, { ...access, ...target, slowestMs })
}

/** The given address, if the ledger names the same. */
function confirmedUrl(path: string, ofLedger: string, given: string | undefined): string {
  if (given === ofLedger) return given
  if (given === undefined)
    throw new ConfigurationError(
      `${path} belongs to a run against ${ofLedger}; confirm with --base-url ${ofLedger} that the key may be sent there`,
    )
  throw new ConfigurationError(`${path} belongs to a run against ${ofLedger}, not ${given}; use that base URL`)
}

interface Target extends Connection {
  readonly baseUrl: string
  readonly keys: TargetKeys
  /** Milliseconds of its slowest answer. */
  readonly slowestMs: number
}

async function removeAndTell(
  ledger: Ledger,
  { slowestMs, controlsModule, ...target }: Target & Pick<Access, 'controlsModule'>,
): Promise<CleanupCode> {
  const { runId } = ledger.header
  removeRecords(ledger.path, runId)
  const count = { removed: 0, gone: 0 }
  const { left, notes, traces } = await undoRun(
    {
      ...target,
      mode: 'read-write',
      concurrency: concurrencyByDefault,
      ...(controlsModule === undefined ? {} : { controlsModule }),
    },
    { ledger, pace: { slowestMs }, onRemoved: (there) => (count[there ? 'removed' : 'gone'] += 1) },
  )
  const already = count.gone === 0 ? '' : `, ${count.gone} already gone`
  const except = [
    ...(traces.length === 0 ? [] : ['traces']),
    ...(notes.length === 0 ? [] : ['the records named below']),
  ]
  const nothing = ['nothing is left', ...(except.length === 0 ? [] : [`but ${except.join(' and ')}`])].join(' ')
  const remaining = left.length === 0 ? nothing : `${left.length} left; the ledger is kept`
  output.text(`run ${runId}: ${count.removed} removed${already}, ${remaining}\n`)
  for (const line of traces) output.text(`  ${inOneLine(line)}\n`)
  for (const line of notes) output.warn(line)
  for (const line of left) output.warn(`left behind: ${line}`)
  return left.length === 0 ? 0 : 1
}

/** The observations of the run's workers, for a report that was never written. */
function removeRecords(ledgerPath: string, runId: string): void {
  const directory = dirname(ledgerPath)
  for (const name of readdirSync(directory).filter(
    (entry) => entry.startsWith(`.run-${runId}-`) || entry === `.allure-${runId}`,
  ))
    rmSync(join(directory, name), { recursive: true, force: true })
}
