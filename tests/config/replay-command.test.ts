import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { Configuration } from '../../lib/config/configuration.ts'
import { resolveConfiguration } from '../../lib/config/resolve-configuration.ts'
import { repeatCommand, replayCommand, replayLine, runSettings } from '../../lib/config/replay-command.ts'

const key = 'svc_api_KeyOfTheReplayTests0123456789abcdef'

function configurationOf(flags: Readonly<Record<string, string | boolean>>): Configuration {
  const environment = { CONFORMANCE_API_KEY: key, CONFORMANCE_SEED: '42' }
  return resolveConfiguration({ flags, environment, directory: process.cwd() })
}

test('a run of the embedded reference needs its seed only', () => {
  expect(replayCommand(runSettings(configurationOf({})))).toBe('npm run conformance -- --seed 42')
})

test('what the environment decided is written out, the key apart', () => {
  const configuration = configurationOf({ baseUrl: 'http://127.0.0.1:1/x/', allowWrites: true, allowTraces: true })
  const command = replayCommand(runSettings(configuration))
  expect(command).toBe('npm run conformance -- --base-url http://127.0.0.1:1/x --allow-writes --allow-traces --seed 42')
  expect(command).not.toContain(key)
})

test('selection, bounds and judgement are repeated', () => {
  const flags = {
    effort: 'quick',
    only: 'PN && !open',
    documentedOnly: true,
    maxRps: '2.5',
    shard: '1/3',
    deadline: '9',
  }
  expect(replayCommand(runSettings(configurationOf({ ...flags, concurrency: '2', maxRequests: '70' })))).toBe(
    "npm run conformance -- --effort quick --only 'PN && !open' --seed 42 --documented-only --max-rps 2.5 --concurrency 2 --max-requests 70 --deadline 9 --shard 1/3",
  )
})

test('a path is shown as seen from where the run was started', () => {
  const configuration = { ...configurationOf({}), targetPath: join(process.cwd(), 'targets', 'it’s mine.json') }
  expect(replayCommand(runSettings(configuration))).toBe(
    "npm run conformance -- --target 'targets/it’s mine.json' --seed 42",
  )
})

test('a run is repeated beside the report that is being read', () => {
  expect(repeatCommand(runSettings(configurationOf({})))).toBe(
    'npm run conformance -- --seed 42 --reports reports/again',
  )
})

test.for([
  [undefined, 'npx product-data-conformance replay PN-04'],
  [join(process.cwd(), 'reports'), 'npx product-data-conformance replay PN-04'],
  [join(process.cwd(), 'my reports'), "npx product-data-conformance replay 'my reports' PN-04"],
] as const)('the replay of a report in %s is told by it', ([directory, line]) => {
  expect(replayLine('PN-04', directory)).toBe(line)
})
