import { existsSync, mkdtempSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { output } from '../client/output.ts'
import type { JournalRecord } from '../checks/journal.ts'
import { Client } from '../client/client.ts'
import type { Exchange } from '../client/exchange.ts'
import { completeHar } from '../client/har/complete-har.ts'
import { HarLog } from '../client/har/har-log.ts'
import { redact } from '../client/redactor.ts'
import type { Configuration } from '../config/configuration.ts'
import { reachOf } from '../config/connection.ts'
import { wrapControls, type Controls } from '../config/controls.ts'
import { loadControls } from '../config/load-controls.ts'
import { Ledger } from '../ledger/ledger.ts'
import type { Pace } from '../ledger/teardown-bounds.ts'
import { harLogEnding, type Provided } from '../run/provided.ts'
import { reachTarget } from '../run/reach-target.ts'
import { RunError } from '../config/errors.ts'
import { makeDirectory } from '../config/make-directory.ts'
import { removeIfPossible } from './remove-if-possible.ts'
import type { DescriptionRead } from '../report/reported-description.ts'
import { startEmbedded } from './start-embedded.ts'
import { leftBehindLine, undoRun } from '../run/undo-run.ts'

/** A run in progress: the target answers, and the workers may start. */
export interface Run {
  readonly configuration: Configuration
  readonly provided: Provided
  /** The target's own description, if one was given. */
  readonly description?: DescriptionRead | undefined
  readonly startedAt: Date
  /** Removes the run's records, stops what it started, and returns the observations of its workers. */
  close(): Promise<RunEnd>
}

export interface RunEnd {
  readonly records: readonly JournalRecord[]
  readonly durationMs: number
  /** Why the run could not do, or keep, what it was to. */
  readonly problem: string | undefined
  /** Requests by which the run removed what it had made. */
  readonly teardownExchanges: number
  /** How much could not be removed or restored, in one line. */
  readonly leftBehind: string | undefined
  /** What else there is to say of the end, a line each. */
  readonly notes: readonly string[]
  /** Why the archive of the exchanges could not be written. */
  readonly harProblem: string | undefined
  /** Replaces every key in a text. */
  readonly redact: (text: string) => string
}

/** Starts the embedded reference if no target is given, checks that the target is reachable, and prepares the ledger. Throws `RunError`. */
export async function openRun(resolved: Configuration): Promise<Run> {
  const startedAt = new Date()
  const begun = performance.now()
  const embedded = resolved.embedded ? await startEmbedded(resolved) : undefined
  const started = embedded?.configuration ?? resolved
  const reaching: Exchange[] = []
  let controls = wrapControls({})
  const client = reachingClient(started, { startedAt, onExchange: (exchange) => reaching.push(exchange) })
  try {
    const told = await withDescription(started)
    const { configuration } = told
    controls = await checkDeclared(configuration)
    await reachTarget(client, configuration.baseUrl)
    const recordsDirectory = await makeRecordsDirectory(configuration)
    const log = new HarLog(join(recordsDirectory, `0${harLogEnding}`))
    for (const exchange of reaching) log.add(exchange)
    const ledger = Ledger.begin(configuration)
    return {
      ...told,
      startedAt,
      provided: { configuration: withWhatIsLeft(configuration, startedAt, client.sent), recordsDirectory },
      close: async () => {
        const undoing = { ledger, pace: paceSeen(client, recordsDirectory), log, controls }
        const { left, notes, traces, teardownExchanges } = await undone(configuration, undoing)
        await client.close()
        await embedded?.stop()
        // The clock may have been put back or on meanwhile.
        const durationMs = Math.round(performance.now() - begun)
        log.flush()
        const records = readRecords(recordsDirectory)
        const harProblem = await writeArchive(recordsDirectory, join(configuration.reportsDirectory, 'exchanges.har'))
        removeIfPossible(recordsDirectory)
        return {
          records: withReaching(records, reaching),
          teardownExchanges,
          problem: ledger.problem ?? (records.length === 0 ? `${recordsDirectory} has no recorded results` : undefined),
          leftBehind: leftBehindLine(left, ledger),
          notes: [...notes, ...traces],
          harProblem,
          durationMs,
          redact,
        }
      },
    }
  } catch (error) {
    controls.end()
    await client.close()
    await embedded?.stop()
    throw error
  }
}

/** Few runs get a description, and its parser takes time to load. */
async function withDescription(configuration: Configuration): Promise<Pick<Run, 'configuration' | 'description'>> {
  if (configuration.openapi === undefined) return { configuration, description: undefined }
  const description = await (await import('../description/with-description.ts')).readBeforeRun(configuration)
  return { configuration: { ...configuration, described: description.described }, description }
}

/** Invalid declarations are reported before the first request. Returns the controls, which the workers and the teardown share. */
async function checkDeclared(configuration: Configuration): Promise<Controls> {
  await checkFormat(configuration)
  return openControls(configuration)
}

/** Few targets declare a format, and the generator for it takes time to load. */
async function checkFormat({ targetFile }: Configuration): Promise<void> {
  if (targetFile.fixtures?.partNumberRule !== undefined)
    (await import('../service/given/part-number-format.ts')).checkPartNumberFormat(targetFile)
}

/** If controls cannot be loaded, the run ends before its first request. */
async function openControls(configuration: Configuration): Promise<Controls> {
  const { controlsModule, against, deadlineSeconds = Infinity, runId } = configuration
  const opened = [
    await loadControls(against?.controlsModule, deadlineSeconds * 1000),
    await loadControls(controlsModule, deadlineSeconds * 1000, runId),
  ] as const
  for (const { warnings } of opened) for (const warning of warnings) output.warn(`warning: ${warning}`)
  opened[0].end()
  return opened[1]
}

/** The options of a client that only checks whether the target is reachable. */
interface Reaching {
  readonly startedAt: Date
  readonly onExchange: (exchange: Exchange) => void
}

/** A read-only client for the first reads of the target. */
export function reachingClient(configuration: Configuration, { startedAt, onExchange }: Reaching): Client {
  const { maxRequestsPerSecond, maxRequests, deadlineSeconds } = configuration
  return new Client({
    ...reachOf(configuration),
    mode: 'read-only',
    maxRequestsPerSecond,
    maxRequests,
    deadline: deadlineSeconds === undefined ? undefined : startedAt.getTime() + deadlineSeconds * 1000,
    onExchange,
  })
}

/** The workers count time and requests from their own start. */
function withWhatIsLeft(configuration: Configuration, startedAt: Date, sent: number): Configuration {
  const { deadlineSeconds, maxRequests } = configuration
  const spent = (Date.now() - startedAt.getTime()) / 1000
  return {
    ...configuration,
    ...(deadlineSeconds === undefined ? {} : { deadlineSeconds: Math.max(0, deadlineSeconds - spent) }),
    ...(maxRequests === undefined ? {} : { maxRequests: Math.max(0, maxRequests - sent) }),
  }
}

async function makeRecordsDirectory({ reportsDirectory, runId }: Configuration): Promise<string> {
  try {
    makeDirectory(reportsDirectory)
    return mkdtempSync(join(reportsDirectory, `.run-${runId}-`))
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : String(cause)
    throw new RunError(`${reportsDirectory} cannot be written (${why}); choose another place with --reports DIR`)
  }
}

/** The archive of the exchanges; if it cannot be written, the other reports still are. */
async function writeArchive(recordsDirectory: string, path: string): Promise<string | undefined> {
  try {
    await completeHar(harLogsIn(recordsDirectory), path)
    return undefined
  } catch (error) {
    return `${path} could not be written: ${error instanceof Error ? error.message : String(error)}`
  }
}

interface Undoing {
  readonly controls: Controls
  readonly ledger: Ledger
  readonly pace: Pace
  readonly log: HarLog
}

/** Undoes a run, and counts what that sends. */
async function undone(configuration: Configuration, { ledger, pace, log, controls }: Undoing) {
  let teardownExchanges = 0
  const onExchange = (exchange: Exchange): void => {
    teardownExchanges += 1
    log.add(exchange)
  }
  const undoneRun = await undoRun(configuration, { ledger, pace, onExchange, controls })
  controls.end()
  return { ...undoneRun, teardownExchanges }
}

/** The reads before the checks count with them, unless the checks sent nothing: then they must not hide that. */
function withReaching([first, ...others]: readonly JournalRecord[], reaching: readonly Exchange[]): JournalRecord[] {
  if (!first || first.exchanges === 0) return [...(first ? [first] : []), ...others]
  const durationMs = reaching.reduce((sum, exchange) => sum + exchange.durationMs, 0)
  const traffic = { check: 'reaching the target', exchanges: reaching.length, durationMs }
  const { exchanges } = first
  return [{ ...first, exchanges: exchanges + reaching.length, traffic: [...(first.traffic ?? []), traffic] }, ...others]
}

/** As the run saw it before its end, and its workers. */
function paceSeen({ slowestMs }: Client, recordsDirectory: string): Pace {
  return { slowestMs: Math.max(slowestMs, ...readRecords(recordsDirectory).map((record) => record.slowestMs ?? 0)) }
}

function readRecords(directory: string): JournalRecord[] {
  const names = existsSync(directory) ? readdirSync(directory) : []
  return names
    .filter((name) => name.endsWith('.json'))
    .map((name): JournalRecord => JSON.parse(readFileSync(join(directory, name), 'utf8')))
}

/** The exchanges of the run, each log in the order of its answers: those before the checks and of the teardown come first. */
function harLogsIn(directory: string): string[] {
  return readdirSync(directory)
    .filter((name) => name.endsWith(harLogEnding))
    .sort()
    .map((name) => join(directory, name))
}
