import { randomBytes, randomInt } from 'node:crypto'
import { resolve } from 'node:path'
import { booleanSetting, choiceSetting, integerSetting, numberSetting } from './parse-setting.ts'
import { checkContradictions } from './check-contradictions.ts'
import { checkProxies } from './check-proxies.ts'
import { existingFile } from './existing-file.ts'
import { readAgainst, type Against } from './read-against.ts'
import { readBaseUrl } from './read-base-url.ts'
import { readKeys, type TargetKeys } from './read-keys.ts'
import { readTargetFile, type TargetFile } from './target-file.ts'
import { settingsFrom } from './settings.ts'
import { parseShard, type Shard } from './shard.ts'

const efforts = ['quick', 'standard', 'thorough'] as const

/** How many generated examples. */
export type Effort = (typeof efforts)[number]

/** Requests in flight at most, where nothing else is said: gentle to a deployment, and enough to hide its latency. */
export const concurrencyByDefault = 8

/** Everything that a run has to know before its first request. */
export interface Configuration {
  /** No base URL was given: the embedded reference is the target, and its address is filled in when it has started. */
  readonly embedded: boolean
  readonly name: string
  /** Origin plus any prefix before `/v1/public`, without a slash at its end. */
  readonly baseUrl: string
  readonly keys: TargetKeys
  readonly mode: 'read-only' | 'read-write'
  readonly allowTraces: boolean
  readonly effort: Effort
  readonly seed: number
  /** A tag expression over requirement ids, areas, kinds and needs. */
  readonly only?: string
  /** A report: what was violated, blocked or untested there is looked at again. */
  readonly rerun?: string
  readonly reportsDirectory: string
  readonly deviations?: string
  readonly writeDeviations?: string
  readonly documentedOnly: boolean
  readonly requireComplete: boolean
  readonly concurrency: number
  readonly maxRequestsPerSecond?: number
  readonly maxRequests?: number
  readonly deadlineSeconds?: number
  readonly shard?: Shard
  readonly allure: boolean
  readonly targetFile: TargetFile
  readonly targetPath?: string
  readonly controlsModule?: string
  /** An older deployment that gets the same requests, to be compared. */
  readonly against?: Against
  /** Eight random lower-case letters and digits: the mark of everything that this run makes. */
  readonly runId: string
}

export interface ConfigurationSources {
  /** Options of the command line by their camel-case names. */
  readonly flags: Readonly<Record<string, string | boolean | undefined>>
  readonly environment: Readonly<Record<string, string | undefined>>
  /** Where `.env` is looked for, and what relative paths start from. */
  readonly directory: string
}

/** Puts a configuration together: flag, environment, `.env`, target file, default. Throws `ConfigurationError`. */
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
    concurrency: integerSetting(settings.entry('concurrency'), { from: 1, to: 256 }) ?? concurrencyByDefault,
    targetFile,
    runId: newRunId(),
    ...optional({
      targetPath,
      controlsModule: existingFile(settings.path('controls'), '--controls or CONFORMANCE_CONTROLS'),
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

/** The mark of one run. */
export function newRunId(): string {
  return BigInt(`0x${randomBytes(6).toString('hex')}`)
    .toString(36)
    .padStart(10, '0')
    .slice(-8)
}

type Present<Values> = { readonly [Name in keyof Values]?: Exclude<Values[Name], undefined> }

/** The values that are there; a key without a value is left out altogether. */
function optional<Values extends object>(values: Values): Present<Values> {
  const present: Present<Values> = {}
  return Object.assign(present, Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)))
}
