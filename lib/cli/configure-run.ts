import { readReport } from '../report/read-report.ts'
import type { Configuration } from '../config/configuration.ts'
import { resolveConfiguration } from '../config/resolve-configuration.ts'
import { type ConfigurationSources, settingsFrom } from '../config/settings.ts'
import { isRequirementId, type RequirementId } from '../contract/requirement.ts'
import type { ConformanceReport, ReportedRequirement } from '../report/conformance-report.ts'
import { RunError } from '../config/errors.ts'

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
