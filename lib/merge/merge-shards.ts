import { assembleReport } from '../report/assemble-report.ts'
import type { ConformanceReport } from '../report/conformance-report.ts'
import type { Deviation } from '../config/read-deviations.ts'
import { mergeRecords } from './merge-records.ts'
import type { RunFacts } from '../report/run-facts.ts'
import type { ShardJournal } from './shard-journal.ts'

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

function distinct(deviations: readonly Deviation[]): readonly Deviation[] {
  return [...new Map(deviations.map((entry) => [JSON.stringify(entry), entry])).values()]
}
