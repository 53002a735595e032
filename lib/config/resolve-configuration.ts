import { randomInt } from 'node:crypto'
import { resolve } from 'node:path'
import { concurrencyByDefault, efforts, type Configuration, isPartial } from './configuration.ts'
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
import { ConfigurationError } from './errors.ts'
import { proxyVariables } from '../client/proxied-dispatcher.ts'

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
  // Read without a base URL too: a mistake in it is told at once.
  const connection = readConnection(settings, baseUrl)
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
    ...(embedded ? {} : connection),
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

/** Rejects settings that cannot both be meant. */
function checkContradictions(configuration: Configuration): void {
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

const protocols = new Set(['http:', 'https:', 'socks5:', 'socks:'])

/** Rejects a proxy with an invalid address; the message does not show the address, because it may contain a password. */
function checkProxies(environment: Readonly<Record<string, string | undefined>>): void {
  for (const name of proxyVariables) {
    const address = environment[name]
    if (!address) continue
    if (!URL.canParse(address) || !protocols.has(new URL(address).protocol))
      throw new ConfigurationError(`${name} is not the address of a proxy; use the form http://proxy.example.com:3128`)
    const { username, password } = new URL(address)
    if (/%(?![\da-f]{2})/i.test(username + password))
      throw new ConfigurationError(`${name} has an unescaped % in the name or password of the proxy; write it as %25`)
  }
}
