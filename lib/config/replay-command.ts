import { relative } from 'node:path'
import { redact } from '../client/redactor.ts'
import { concurrencyByDefault, type Configuration } from './configuration.ts'
import { isUrl } from './description-source.ts'
import { runCommand } from './run-command.ts'
import { inKebabCase } from './settings.ts'

/** The options of a run, by the camel-case names of their flags. Keys come from the environment, so they are never among them. */
export type RunSettings = Readonly<Record<string, string | number | boolean>>

/** The options that repeat a run with the same configuration, without defaults. */
export function runSettings(configuration: Configuration): RunSettings {
  const { embedded, mode, allowTraces, effort, concurrency, shard } = configuration
  return present({
    baseUrl: embedded ? undefined : configuration.baseUrl,
    target: path(configuration.targetPath),
    // For the embedded reference the module is its own by default.
    openapi: source(configuration.openapi),
    controls: embedded ? undefined : path(configuration.controlsModule),
    allowWrites: !embedded && mode === 'read-write',
    allowTraces: !embedded && allowTraces,
    effort: effort === 'standard' ? undefined : effort,
    only: configuration.only,
    seed: configuration.seed,
    header: configuration.headers?.map(({ name, template }) => `${name}: ${redact(template)}`).join('\n'),
    clientCert: path(configuration.clientCertificate?.certPath),
    clientKey: path(configuration.clientCertificate?.keyPath),
    timeout: configuration.timeoutSeconds,
    deviations: path(configuration.deviations),
    documentedOnly: configuration.documentedOnly,
    requireComplete: configuration.requireComplete,
    maxRps: configuration.maxRequestsPerSecond,
    concurrency: concurrency === concurrencyByDefault ? undefined : concurrency,
    maxRequests: configuration.maxRequests,
    deadline: configuration.deadlineSeconds,
    against: configuration.against?.baseUrl,
    bail: configuration.bail,
    shard: shard && `${shard.index}/${shard.count}`,
  })
}

/** The command line of a run with these settings. */
export function replayCommand(settings: RunSettings): string {
  return `${runCommand()} ${wordsOf(settings)}`
}

/** The same, for another directory than that of the report: a run there would replace it. */
export function repeatCommand(settings: RunSettings): string {
  return replayCommand({ ...settings, reports: 'reports/again' })
}

/** The command line that repeats the checks behind the findings of a requirement. */
export function replayLine(requirement: string, reportsDirectory?: string): string {
  const report = path(reportsDirectory) ?? 'reports'
  return ['npx product-data-conformance replay', ...(report === 'reports' ? [] : [quoted(report)]), requirement].join(
    ' ',
  )
}

function present(settings: Readonly<Record<string, RunSettings[string] | undefined>>): RunSettings {
  const given: Record<string, RunSettings[string]> = {}
  for (const [name, value] of Object.entries(settings)) if (value !== undefined && value !== false) given[name] = value
  return given
}

/** A path relative to the working directory of the run: reports are shared, and must not describe the machine. */
function path(absolute: string | undefined): string | undefined {
  return absolute === undefined ? undefined : relative(process.cwd(), absolute)
}

function source(given: string | undefined): string | undefined {
  return given !== undefined && isUrl(given) ? given : path(given)
}

function wordsOf(settings: RunSettings): string {
  return Object.entries(settings)
    .flatMap(([name, value]) => `${value}`.split('\n').map((line) => [name, value === true ? true : line] as const))
    .flatMap(([name, value]) => [`--${inKebabCase(name)}`, ...(value === true ? [] : [quoted(value)])])
    .join(' ')
}

function quoted(word: string): string {
  return /^[\w./:@%+=,-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`
}
