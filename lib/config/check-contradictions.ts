import { isPartial, type Configuration } from './configuration.ts'
import { ConfigurationError } from './errors.ts'

/** Rejects settings that cannot both be meant. */
export function checkContradictions(configuration: Configuration): void {
  const { mode, allowTraces, only, rerun, shard, requireComplete, writeDeviations, against, effort } = configuration
  if (allowTraces && mode === 'read-only')
    throw new ConfigurationError('--allow-traces needs --allow-writes; add it, or remove --allow-traces')
  if (only !== undefined && rerun !== undefined)
    throw new ConfigurationError('--only and --rerun both select checks; use one of them')
  if (shard !== undefined && requireComplete)
    throw new ConfigurationError('--require-complete cannot be used with --shard; use it with merge')
  if (requireComplete && isPartial(effort))
    throw new ConfigurationError(
      `--effort ${effort} omits cases; use --effort standard or thorough with --require-complete`,
    )
  if (shard !== undefined && writeDeviations !== undefined)
    throw new ConfigurationError('--write-deviations cannot be used with --shard; remove one of them')
  if (shard !== undefined && against !== undefined)
    throw new ConfigurationError('--against cannot be used with --shard; remove one of them')
}
