import { readReport } from '../report/read-report.ts'
import type { Configuration } from '../config/configuration.ts'
import { resolveConfiguration } from '../config/resolve-configuration.ts'
import { type ConfigurationSources, settingsFrom } from '../config/settings.ts'
import { rerunSelection } from './rerun-selection.ts'

/** Shards do not communicate: without a common seed, each would generate different inputs. */
const seedOfShards = 42

/**
 * The configuration of a run, with the selection and (unless another one is given) the seed of the report that it repeats, so
 * that it tests the same. Throws `ConfigurationError`, `RunError`.
 */
export function configureRun(sources: ConfigurationSources): Configuration {
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
