import { requirementsDigest } from '../contract/requirement.ts'
import type { ShardJournal } from './shard-journal.ts'
import { ConfigurationError } from '../config/errors.ts'
import type { ReadShard } from './read-shards.ts'

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
