import { isPartial, type Configuration } from './configuration.ts'
import { ConfigurationError } from './errors.ts'

/** Refuses settings that cannot both be meant. */
export function checkContradictions(configuration: Configuration): void {
  const { mode, allowTraces, only, rerun, shard, requireComplete, writeDeviations, against, effort } = configuration
  if (allowTraces && mode === 'read-only')
    throw new ConfigurationError(
      'traces are allowed and writes are not; add --allow-writes, or leave out --allow-traces',
    )
  if (only !== undefined && rerun !== undefined)
    throw new ConfigurationError('--only and --rerun both choose what runs; give one of them')
  if (shard !== undefined && requireComplete)
    throw new ConfigurationError('no --shard is complete by itself; give --require-complete to the merge of all')
  if (requireComplete && isPartial(effort))
    throw new ConfigurationError(
      `--effort ${effort} leaves cases out; with --require-complete, give --effort standard or a higher one`,
    )
  if (shard !== undefined && writeDeviations !== undefined)
    throw new ConfigurationError('one --shard does not see every deviation; leave out --write-deviations or --shard')
  if (shard !== undefined && against !== undefined)
    throw new ConfigurationError('a --shard is held against nothing: give --against without --shard')
}
