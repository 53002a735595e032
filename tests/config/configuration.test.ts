import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { ConfigurationError } from '../../lib/config/errors.ts'
import type { Configuration } from '../../lib/config/configuration.ts'
import { resolveConfiguration } from '../../lib/config/resolve-configuration.ts'
import type { ConfigurationSources } from '../../lib/config/settings.ts'
import { temporaryDirectory } from '../temporary-directory.ts'

const root = temporaryDirectory('configuration-')

const key = 'svc_api_KeyOfTheConfigurationTests0123456789'
const CONFORMANCE_BASE_URL = 'https://api.example.test'
const ofATarget = { CONFORMANCE_BASE_URL, CONFORMANCE_API_KEY: key }

function resolveWith(sources: Partial<ConfigurationSources>): Configuration {
  return resolveConfiguration({ flags: {}, environment: {}, directory: root, ...sources })
}

/** The one line with which a configuration is refused. */
function refusalOf(sources: Partial<ConfigurationSources>): string {
  try {
    resolveWith(sources)
  } catch (error) {
    if (error instanceof ConfigurationError) return error.message
    throw error
  }
  throw new Error('nothing was refused')
}

function directoryWith(files: Readonly<Record<string, string>>): string {
  const directory = mkdtempSync(join(root, 'run-'))
  for (const [name, text] of Object.entries(files)) writeFileSync(join(directory, name), text)
  return directory
}

describe('what is not said', () => {
  test('tests the embedded reference, with everything allowed', () => {
    expect(resolveWith({})).toMatchObject({
      embedded: true,
      name: 'embedded reference',
      mode: 'read-write',
      allowTraces: true,
      effort: 'standard',
      concurrency: 8,
      documentedOnly: false,
      requireComplete: false,
      allure: false,
      reportsDirectory: join(root, 'reports'),
      targetFile: {},
    })
  })

  test('allows a deployment reads only', () => {
    expect(resolveWith({ environment: ofATarget })).toMatchObject({
      embedded: false,
      name: 'api.example.test',
      mode: 'read-only',
      allowTraces: false,
      keys: { own: key },
    })
  })

  test('gives each run an id of its own, and a seed of 31 bits', () => {
    const runs = Array.from({ length: 20 }, () => resolveWith({}))
    expect(new Set(runs.map(({ runId }) => runId)).size).toBe(20)
    for (const { runId, seed } of runs) {
      expect(runId).toMatch(/^[a-z0-9]{8}$/)
      expect(Number.isInteger(seed) && seed >= 0 && seed < 2 ** 31).toBe(true)
    }
  })

  test('is left out, and not undefined: a configuration crosses to workers and into schemas', () => {
    expect(Object.values(resolveWith({}))).not.toContain(undefined)
  })
})

describe('precedence', () => {
  const directory = directoryWith({
    '.env': 'CONFORMANCE_SEED=3\nCONFORMANCE_EFFORT=quick\nCONFORMANCE_TARGET=target.json\n',
    'target.json': '{ "name": "staging" }',
  })

  test('a flag goes before the environment, and that before .env', () => {
    const environment = { CONFORMANCE_SEED: '2' }
    expect(resolveWith({ directory, environment, flags: { seed: '1' } }).seed).toBe(1)
    expect(resolveWith({ directory, environment }).seed).toBe(2)
    expect(resolveWith({ directory })).toMatchObject({ seed: 3, effort: 'quick', name: 'staging' })
  })

  test('an empty variable is not given', () => {
    expect(resolveWith({ directory, environment: { CONFORMANCE_SEED: '' } }).seed).toBe(3)
  })

  test('.env leaves the environment of the process alone', () => {
    resolveWith({ directory })
    expect(process.env['CONFORMANCE_SEED']).toBeUndefined()
  })
})

describe('the base URL', () => {
  test.for([
    ['https://api.example.test/', 'https://api.example.test'],
    ['http://127.0.0.1:8080/prefix/', 'http://127.0.0.1:8080/prefix'],
    ['HTTPS://API.example.test/a/b', 'https://api.example.test/a/b'],
  ])('%s is %s', ([given, meant]) => {
    expect(resolveWith({ flags: { baseUrl: given }, environment: ofATarget }).baseUrl).toBe(meant)
  })

  test.for([
    'api.example.test',
    'ftp://api.example.test',
    'https://api.example.test/?',
    `https://api.example.test/?key=${key}`,
    `https://api.example.test/#${key}`,
    `https://user:${key}@api.example.test`,
    'https://api.example.test/v1/public',
    'https://api.example.test/prefix/v1/public/',
    '',
  ])('%s is refused, and no message repeats a key', (baseUrl) => {
    const refusal = refusalOf({ flags: { baseUrl }, environment: ofATarget })
    expect(refusal).toContain('the base URL')
    expect(refusal).not.toContain(key)
  })
})

describe('keys', () => {
  test('come from the environment or .env, never from a flag', () => {
    const directory = directoryWith({ '.env': `CONFORMANCE_API_KEY=${key}\n` })
    expect(resolveWith({ directory, environment: { CONFORMANCE_BASE_URL } }).keys).toEqual({ own: key })
    expect(refusalOf({ flags: { apiKey: key }, environment: { CONFORMANCE_BASE_URL } })).toContain(
      'CONFORMANCE_API_KEY',
    )
  })

  test('of other identities are optional', () => {
    const environment = {
      ...ofATarget,
      CONFORMANCE_SAME_ORG_API_KEY: 'second-key-0123456789',
      CONFORMANCE_OTHER_ORG_API_KEY: 'other-key-0123456789',
      CONFORMANCE_REVOKED_API_KEY: 'revoked-key-0123456789',
    }
    expect(resolveWith({ environment }).keys).toEqual({
      own: key,
      sameOrganization: 'second-key-0123456789',
      otherOrganization: 'other-key-0123456789',
      revoked: 'revoked-key-0123456789',
    })
  })

  test.for(['two words', 'two\nlines', 'schlüssel'])('%j is refused and not shown', (bad) => {
    const refusal = refusalOf({ environment: { ...ofATarget, CONFORMANCE_API_KEY: bad } })
    expect(refusal).toContain('CONFORMANCE_API_KEY')
    expect(refusal).not.toContain(bad)
  })

  test('of fewer than 20 characters are refused and not shown', () => {
    const refusal = refusalOf({ environment: { ...ofATarget, CONFORMANCE_API_KEY: 'svc_api_0123456789a' } })
    expect(refusal).toMatch(/^CONFORMANCE_API_KEY has 19 characters; give a key of at least 20/)
  })

  test.for(['CONFORMANCE_SAME_ORG_API_KEY', 'CONFORMANCE_OTHER_ORG_API_KEY', 'CONFORMANCE_REVOKED_API_KEY'])(
    '%s is no second copy of the own key',
    (variable) => {
      const refusal = refusalOf({ environment: { ...ofATarget, [variable]: key } })
      expect(refusal).toContain(`${variable} and CONFORMANCE_API_KEY hold the same key`)
      expect(refusal).not.toContain(key)
    },
  )
})

describe('what may be set', () => {
  test.for([
    ['true', 'read-write'],
    ['1', 'read-write'],
    ['YES', 'read-write'],
    ['false', 'read-only'],
    ['0', 'read-only'],
    ['no', 'read-only'],
  ])('CONFORMANCE_ALLOW_WRITES=%s makes a run %s', ([given, mode]) => {
    expect(resolveWith({ environment: { ...ofATarget, CONFORMANCE_ALLOW_WRITES: given } }).mode).toBe(mode)
  })

  test('numbers, switches and paths arrive', () => {
    const directory = directoryWith({ 'old.json': '{}', 'known.yaml': '[]', 'controls.mjs': '' })
    const flags = {
      maxRps: '2.5',
      concurrency: '3',
      maxRequests: '400',
      deadline: '60',
      shard: '2/4',
      allure: true,
      documentedOnly: true,
      rerun: 'old.json',
      deviations: 'known.yaml',
      controls: 'controls.mjs',
      reports: 'out',
    }
    expect(resolveWith({ directory, flags })).toMatchObject({
      maxRequestsPerSecond: 2.5,
      concurrency: 3,
      maxRequests: 400,
      deadlineSeconds: 60,
      shard: { index: 2, count: 4 },
      allure: true,
      documentedOnly: true,
      rerun: join(directory, 'old.json'),
      deviations: join(directory, 'known.yaml'),
      controlsModule: join(directory, 'controls.mjs'),
      reportsDirectory: join(directory, 'out'),
    })
  })

  test.for([
    [{ effort: 'hasty' }, 'quick, standard, thorough'],
    [{ seed: '1.5' }, '--seed'],
    [{ seed: '-1' }, '--seed'],
    [{ seed: '2147483648' }, '--seed'],
    [{ seed: 'abc' }, '--seed'],
    [{ concurrency: '0' }, '--concurrency'],
    [{ concurrency: '1000000' }, '--concurrency'],
    [{ maxRps: '0' }, '--max-rps'],
    [{ maxRps: 'fast' }, '--max-rps'],
    [{ maxRequests: '0' }, '--max-requests'],
    [{ deadline: '0' }, '--deadline'],
    [{ shard: '0/2' }, '--shard'],
    [{ shard: '3/2' }, '--shard'],
    [{ shard: 'half' }, '--shard'],
    [{ controls: 'nowhere.mjs' }, '--controls'],
    [{ rerun: 'nowhere.json' }, '--rerun'],
    [{ deviations: 'nowhere.yaml' }, '--deviations'],
    [{ target: 'nowhere.json' }, '--target'],
  ] as const)('%j is refused with a word on %s', ([flags, said]) => {
    const refusal = refusalOf({ flags })
    expect(refusal).toContain(said)
    expect(refusal).not.toContain('\n')
  })

  test('an environment variable that is wrong is named', () => {
    expect(refusalOf({ environment: { CONFORMANCE_EFFORT: 'hasty' } })).toContain('CONFORMANCE_EFFORT')
    expect(refusalOf({ environment: { ...ofATarget, CONFORMANCE_ALLOW_WRITES: 'on' } })).toContain(
      'CONFORMANCE_ALLOW_WRITES',
    )
  })

  test('traces go with writes only', () => {
    expect(refusalOf({ flags: { allowTraces: true }, environment: ofATarget })).toContain('--allow-writes')
    expect(resolveWith({ flags: { allowTraces: true, allowWrites: true }, environment: ofATarget }).allowTraces).toBe(
      true,
    )
  })

  test('what excludes each other is refused', () => {
    const directory = directoryWith({ 'old.json': '{}' })
    expect(refusalOf({ directory, flags: { only: 'PN', rerun: 'old.json' } })).toContain('--only and --rerun')
    expect(refusalOf({ flags: { shard: '1/2', requireComplete: true } })).toContain('--shard')
    expect(refusalOf({ flags: { shard: '1/2', writeDeviations: 'x.yaml' } })).toContain('--write-deviations')
  })
})

test('.env.example names every documented variable, and sets none', () => {
  const example = readFileSync(new URL('../../.env.example', import.meta.url), 'utf8')
  const names = [
    'BASE_URL',
    'API_KEY',
    'SAME_ORG_API_KEY',
    'OTHER_ORG_API_KEY',
    'REVOKED_API_KEY',
    'TARGET',
    'CONTROLS',
  ]
  for (const name of [...names, 'ALLOW_WRITES', 'ALLOW_TRACES', 'EFFORT', 'SEED', 'REPORTS'])
    expect(example).toContain(`\n#CONFORMANCE_${name}=`)
  expect(example).not.toMatch(/^\w/m)
})
