import { ConfigurationError } from '../config/errors.ts'
import { readBaseUrl } from '../config/read-base-url.ts'
import type { RunSettings } from '../config/replay-command.ts'
import { settingsFrom, type ConfigurationSources } from '../config/settings.ts'
import type { ConformanceReport } from '../report/conformance-report.ts'

/** What a replay takes from its report for the same target; for another one, only what concerns inputs. */
const taken = [
  'target',
  'controls',
  'allowWrites',
  'allowTraces',
  'maxRps',
  'concurrency',
  'header',
  'clientCert',
  'clientKey',
  'timeout',
] as const

/** A report and its source: the reports directory, or an argument, so somebody else may have made it. */
export interface GivenReport {
  readonly report: Pick<ConformanceReport, 'target' | 'settings'>
  readonly path: string
  readonly isNamed: boolean
}

/**
 * The configuration of a replay: the report's seed and effort, and its other options if the target is the same, overridden by the
 * command line. Permissions and fixtures apply to one deployment: another one gets only the given ones. Throws
 * `ConfigurationError`.
 */
export function replaySources(given: GivenReport, sources: ConfigurationSources): ConfigurationSources {
  const { target, settings = {} } = given.report
  const own = settings['baseUrl'] === undefined ? undefined : readBaseUrl(`${settings['baseUrl']}`)
  const baseUrl = baseUrlOf(own, given, sources)
  const options = baseUrl === own ? pick(settings) : {}
  const flags = { ...options, ...sources.flags, baseUrl, seed: `${target.seed}`, effort: target.effort }
  return { ...sources, flags: withoutUnset(flags) }
}

function baseUrlOf(
  own: string | undefined,
  { path, isNamed }: GivenReport,
  sources: ConfigurationSources,
): string | undefined {
  const entry = settingsFrom(sources).entry('baseUrl')
  const url = entry === undefined ? undefined : readBaseUrl(`${entry.given}`)
  if (sources.flags['baseUrl'] !== undefined || url === own) return url
  const of = own ?? 'the embedded reference'
  if (entry !== undefined)
    throw new ConfigurationError(`${path} belongs to ${of}, but ${entry.source} is ${url}; choose one with --base-url`)
  // The key in the environment may be meant for another deployment than that of somebody else's report.
  if (isNamed && own !== undefined && !isLoopback(own))
    throw new ConfigurationError(
      `${path} belongs to ${own}; confirm with --base-url ${own} that the key may be sent there`,
    )
  return own
}

function isLoopback(url: string): boolean {
  return /^(?:localhost|127(?:\.\d+){3}|\[::1\])$/.test(new URL(url).hostname)
}

function pick(settings: RunSettings): ConfigurationSources['flags'] {
  return Object.fromEntries(
    taken.flatMap((name) => {
      const value = settings[name]
      return value === undefined ? [] : [[name, typeof value === 'number' ? `${value}` : value]]
    }),
  )
}

function withoutUnset(flags: ConfigurationSources['flags']): ConfigurationSources['flags'] {
  return Object.fromEntries(Object.entries(flags).filter(([, value]) => value !== undefined))
}
