import { ConfigurationError } from '../config/errors.ts'
import { readBaseUrl } from '../config/read-base-url.ts'
import type { RunSettings } from '../config/replay-command.ts'
import { settingsFrom, type ConfigurationSources } from '../config/settings.ts'
import type { ConformanceReport } from '../report/conformance-report.ts'

/** What a replay takes over from its report, against the same target; against another one, what is about inputs alone. */
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

/** A report as it came to the command: found in the reports directory, or named, and so perhaps handed on by somebody. */
export interface GivenReport {
  readonly report: Pick<ConformanceReport, 'target' | 'settings'>
  readonly path: string
  readonly isNamed: boolean
}

/**
 * What a replay is configured from: the report's seed and effort, and its other options where the target is the same, behind what the
 * command line says. Permissions and fixtures hold for one deployment: another one gets only what is given. Throws `ConfigurationError`.
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
  // The key of the environment may be meant for another deployment than that of a report which somebody handed on.
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
