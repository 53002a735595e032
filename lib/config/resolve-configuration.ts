import { randomInt } from 'node:crypto'
import { resolve } from 'node:path'
import { checkContradictions } from './check-contradictions.ts'
import { checkProxies } from './check-proxies.ts'
import { concurrencyByDefault, efforts, type Configuration } from './configuration.ts'
import { readConnection } from './connection.ts'
import { descriptionSource } from './description-source.ts'
import { existingFile } from './existing-file.ts'
import { newRunId } from './new-run-id.ts'
import { booleanSetting, choiceSetting, integerSetting, numberSetting } from './parse-setting.ts'
import { readAgainst } from './read-against.ts'
import { readBaseUrl } from './read-base-url.ts'
import { readKeys } from './read-keys.ts'
import { settingsFrom, type ConfigurationSources, type Settings } from './settings.ts'
import { parseShard } from './shard.ts'
import { readTargetFile } from './target-file.ts'

/** Builds the configuration: flag, environment, `.env`, target file, default, in this order. Throws `ConfigurationError`. */
export function resolveConfiguration(sources: ConfigurationSources): Configuration {
  const settings = settingsFrom(sources)
  const targetPath = settings.path('target')
  const targetFile = targetPath === undefined ? {} : readTargetFile(targetPath)
  const baseUrlText = settings.text('baseUrl')
  const embedded = baseUrlText === undefined
  const allowWrites = embedded || booleanSetting(settings.entry('allowWrites')) === true
  const allowTraces = embedded || booleanSetting(settings.entry('allowTraces')) === true
  const baseUrl = embedded ? '' : readBaseUrl(baseUrlText)
  if (!embedded) checkProxies(sources.environment)
  const configuration: Configuration = {
    embedded,
    name: targetFile.name ?? (embedded ? 'embedded reference' : new URL(baseUrl).host),
    baseUrl,
    keys: embedded ? { own: '' } : readKeys(settings),
    mode: allowWrites ? 'read-write' : 'read-only',
    allowTraces,
    effort: choiceSetting(settings.entry('effort'), efforts) ?? 'standard',
    seed: integerSetting(settings.entry('seed'), { from: 0, to: 2 ** 31 - 1 }) ?? randomInt(2 ** 31 - 1),
    reportsDirectory: settings.path('reports') ?? resolve(sources.directory, 'reports'),
    documentedOnly: booleanSetting(settings.entry('documentedOnly')) === true,
    requireComplete: booleanSetting(settings.entry('requireComplete')) === true,
    allure: booleanSetting(settings.entry('allure')) === true,
    bail: booleanSetting(settings.entry('bail')) === true,
    output: outputOf(settings),
    concurrency: integerSetting(settings.entry('concurrency'), { from: 1, to: 256 }) ?? concurrencyByDefault,
    targetFile,
    runId: newRunId(),
    ...(embedded ? {} : readConnection(settings, baseUrl)),
    ...optional({
      targetPath,
      controlsModule: existingFile(settings.path('controls'), '--controls or CONFORMANCE_CONTROLS'),
      openapi: descriptionSource(settings, targetFile),
      only: settings.text('only'),
      rerun: existingFile(settings.path('rerun'), '--rerun'),
      deviations: existingFile(settings.path('deviations'), '--deviations'),
      writeDeviations: settings.path('writeDeviations'),
      against: readAgainst(settings),
      shard: parseShard(settings.text('shard')),
      maxRequestsPerSecond: numberSetting(settings.entry('maxRps'), { above: 0 }),
      maxRequests: integerSetting(settings.entry('maxRequests'), { from: 1, to: Number.MAX_SAFE_INTEGER }),
      deadlineSeconds: numberSetting(settings.entry('deadline'), { above: 0 }),
    }),
  }
  checkContradictions(configuration)
  return configuration
}

function outputOf(settings: Settings): Configuration['output'] {
  if (booleanSetting(settings.entry('json')) === true) return 'json'
  return booleanSetting(settings.entry('quiet')) === true ? 'quiet' : 'text'
}

type Present<Values> = { readonly [Name in keyof Values]?: Exclude<Values[Name], undefined> }

/** The defined values; a key without a value is omitted. */
function optional<Values extends object>(values: Values): Present<Values> {
  const present: Present<Values> = {}
  return Object.assign(present, Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)))
}
