import { assembleReport } from '../report/assemble-report.ts'
import type { ConformanceReport } from '../report/conformance-report.ts'
import type { Deviation } from '../config/read-deviations.ts'
import { distinct, mergeRecords } from './merge-records.ts'
import type { RunFacts } from '../report/run-facts.ts'
import { type ShardJournal, shardJournalName } from './shard-journal.ts'
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { readJsonFormat } from '../report/read-report.ts'
import { ConfigurationError } from '../config/errors.ts'
import { requirementsDigest } from '../contract/requirement.ts'

export interface MergeOptions {
  /** Instead of those of the shards. */
  readonly deviations?: readonly Deviation[] | undefined
  readonly documentedOnly?: boolean | undefined
  /** Where the report goes. */
  readonly reportsDirectory?: string
}

/** The report of one run from the journals of its shards; if some are missing, it names them and is not complete. */
export function mergeShards(journals: readonly ShardJournal[], options: MergeOptions = {}): ConformanceReport {
  const inOrder = journals.toSorted((one, other) => one.shard.index - other.shard.index)
  const missing = missingShards(inOrder)
  const selected = new Set(inOrder.flatMap((journal) => journal.selected))
  const isPart =
    missing.length > 0 ||
    inOrder.some(({ selection, target: { effort } }) => selection !== undefined || effort === 'smoke')
  return assembleReport(mergeRecords(inOrder.flatMap(({ records }) => records)), {
    ...factsOf(inOrder),
    selected: isPart ? selected : undefined,
    missingShards: missing,
    reportsDirectory: options.reportsDirectory,
    documentedOnly: options.documentedOnly ?? inOrder.every(({ documentedOnly }) => documentedOnly),
    deviations: options.deviations ?? distinct(inOrder.flatMap(({ deviations }) => deviations)),
  })
}

function missingShards(journals: readonly ShardJournal[]): readonly string[] {
  const there = new Set(journals.map(({ shard }) => shard.index))
  const count = journals[0]?.shard.count ?? 0
  return Array.from({ length: count }, (_, at) => at + 1)
    .filter((index) => !there.has(index))
    .map((index) => `${index}/${count}`)
}

function factsOf(
  journals: readonly ShardJournal[],
): Pick<RunFacts, 'target' | 'replay' | 'settings' | 'suiteVersion' | 'error'> {
  const [first] = journals
  if (first === undefined) throw new Error('no shards are merged')
  const { embedded: _, ...target } = first.target
  const begins = journals.map((journal) => Date.parse(journal.target.startedAt))
  const ends = journals.map(({ target: { durationMs } }, index) => (begins[index] ?? 0) + durationMs)
  const errors = journals.flatMap(({ shard, error }) =>
    error === undefined ? [] : [`shard ${shard.index}/${shard.count}: ${error}`],
  )
  return {
    // The shards may have run one after another or in parallel: from the first start to the last end.
    target: {
      ...target,
      startedAt: new Date(Math.min(...begins)).toISOString(),
      durationMs: Math.max(...ends) - Math.min(...begins),
      teardownExchanges: journals.reduce((sum, journal) => sum + (journal.target.teardownExchanges ?? 0), 0),
    },
    replay: first.replay,
    settings: first.settings,
    suiteVersion: first.suite.version,
    ...(errors.length === 0 ? {} : { error: errors.join('; ') }),
  }
}

export interface ReadShard {
  /** The reports directory that it was read from. */
  readonly directory: string
  readonly journal: ShardJournal
}

/** Reads the journals of shards; each directory is that of a shard or contains several. Throws `ConfigurationError`. */
export function readShards(directories: readonly string[]): readonly ReadShard[] {
  const places = new Set(directories.flatMap((directory) => shardDirectoriesIn(directory)))
  return [...places].map((directory) => ({ directory, journal: readJournal(join(directory, shardJournalName)) }))
}

function shardDirectoriesIn(directory: string): readonly string[] {
  if (holdsJournal(directory)) return [directory]
  if (!existsSync(directory))
    throw new ConfigurationError(
      `the directory ${directory} does not exist; give the --reports directory of each shard`,
    )
  const within = readdirSync(directory, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => join(directory, name))
    .filter((place) => holdsJournal(place))
  if (within.length > 0) return within.toSorted()
  throw new ConfigurationError(
    `${directory} has no ${shardJournalName}; give the --reports directory of a run with --shard`,
  )
}

function holdsJournal(directory: string): boolean {
  return existsSync(join(directory, shardJournalName))
}

function readJournal(path: string): ShardJournal {
  const data = readJsonFormat(path, {
    schema: 'formats/shard-journal.json',
    name: 'journal of a shard',
    origin: 'what a run with --shard of this version has written',
  })
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the schema has just been held against it, and the type says what the schema says
  return data as ShardJournal
}

/** What must be equal in all shards, with its name; the first difference is reported. */
const facts: ReadonlyArray<readonly [name: string, of: (journal: ShardJournal) => string, remedy: string]> = [
  ['versions of the suite', ({ suite }) => suite.version, 'run all shards with one version'],
  ['sets of requirements', ({ suite }) => suite.requirementsDigest, 'run all shards with one version'],
  ['numbers of shards', ({ shard }) => `${shard.count}`, 'run all with the same COUNT in --shard'],
  ['targets', ({ target }) => (target.embedded ? 'the embedded reference' : target.baseUrl), 'merge one target'],
  ['modes', ({ target }) => target.mode, 'allow writes to all shards or to none'],
  ['efforts', ({ target }) => target.effort, 'give all shards the same --effort'],
  ['seeds', ({ target }) => `${target.seed}`, 'give all shards the same --seed'],
  ['selections', ({ selection = 'everything' }) => selection, 'give all shards the same --only'],
]

/** Rejects journals that are not from the shards of one run, each once. Throws `ConfigurationError`. */
export function checkShards(shards: readonly ReadShard[]): void {
  const [first, ...others] = shards
  if (first === undefined) throw new ConfigurationError('nothing to merge; give the reports directories of the shards')
  for (const [name, of, remedy] of facts) {
    const other = others.find(({ journal }) => of(journal) !== of(first.journal))
    if (other !== undefined)
      throw new ConfigurationError(
        `the shards have different ${name}: ${of(first.journal)} in ${first.directory}, ${of(other.journal)} in ${other.directory}; ${remedy}`,
      )
  }
  if (first.journal.suite.requirementsDigest !== requirementsDigest())
    throw new ConfigurationError(
      `the shards were made by version ${first.journal.suite.version} of the suite; merge them with that version`,
    )
  const byIndex = Map.groupBy(shards, ({ journal }) => journal.shard.index)
  for (const [index, [one, again]] of byIndex)
    if (one !== undefined && again !== undefined)
      throw new ConfigurationError(
        `shard ${index} was given twice: in ${one.directory} and ${again.directory}; give each shard once`,
      )
}
