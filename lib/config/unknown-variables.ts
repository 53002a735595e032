import { nearestWord } from './nearest-word.ts'
import { variablesOf, type SettingsSources } from './settings.ts'

const keys = ['API_KEY', 'SAME_ORG_API_KEY', 'OTHER_ORG_API_KEY', 'REVOKED_API_KEY']

const settings = [
  'BASE_URL',
  'TARGET',
  'OPENAPI',
  'CONTROLS',
  'ALLOW_WRITES',
  'ALLOW_TRACES',
  'EFFORT',
  'SEED',
  'ONLY',
  'RERUN',
  'SHARD',
  'REPORTS',
  'DEVIATIONS',
  'WRITE_DEVIATIONS',
  'DOCUMENTED_ONLY',
  'REQUIRE_COMPLETE',
  'ALLURE',
  'MAX_RPS',
  'CONCURRENCY',
  'MAX_REQUESTS',
  'DEADLINE',
  'HEADER',
  'CLIENT_CERT',
  'CLIENT_KEY',
  'TIMEOUT',
  'BAIL',
  'QUIET',
  'JSON',
  'AGAINST',
  'AGAINST_TARGET',
  'AGAINST_CONTROLS',
  'WEB_APPLICATION',
]

/** Variables of the pipeline templates, which no command reads. */
const ofPipelines = ['SUITE_URL', 'SUITE_REF', 'SUITE_USER', 'SUITE_TOKEN', 'ARGS', 'MERGE_ARGS', 'SHARDS']

const named = (names: readonly string[]): readonly string[] => names.map((name) => `CONFORMANCE_${name}`)

/** Every variable that a command reads; `.env.example` lists each. */
export const knownVariables = named([...keys, ...keys.map((key) => `AGAINST_${key}`), ...settings])

/** One line for each variable that looks like a setting but is not: it would be ignored silently. */
export function unknownVariables(sources: SettingsSources): readonly string[] {
  const all = [...knownVariables, ...named(ofPipelines)]
  return variablesOf(sources)
    .filter((name) => name.startsWith('CONFORMANCE_') && !all.includes(name))
    .map((name) => {
      const meant = nearestWord(name, all)
      return `${name} is not a setting${meant === undefined ? '; see .env.example' : `; did you mean ${meant}?`}`
    })
}
