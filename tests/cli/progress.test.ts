import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, expect, onTestFinished, test } from 'vitest'
import { validate } from '../../lib/contract/schema-registry.ts'
import { startChangedReference } from '../../proof/start-changed-reference.ts'
import { runCli } from './run-cli.ts'

const main = fileURLToPath(new URL('../../lib/cli/main.ts', import.meta.url))
const root = mkdtempSync(join(tmpdir(), 'progress-'))
afterAll(() => rmSync(root, { recursive: true, force: true, maxRetries: 5 }))

async function openFaulty() {
  const reference = await startChangedReference({ faults: ['shape-of-list-total-added'] })
  onTestFinished(() => reference.close())
  return reference
}

const key = 'svc_api_KeyOfTheProgressTests0123456789abc'

test('the first line comes before a target has answered, and says what is waited for', async () => {
  const asked = Promise.withResolvers<() => void>()
  const server = createServer((_, response) => asked.resolve(() => response.writeHead(500).end())).listen(
    0,
    '127.0.0.1',
  )
  await once(server, 'listening')
  const { port }: AddressInfo = Object(server.address())
  const words = ['run', '--base-url', `http://127.0.0.1:${port}`, '--reports', join(root, 'hanging')]
  const child = spawn(process.execPath, [main, ...words], { env: { CONFORMANCE_API_KEY: key } })
  const [first] = await once(child.stdout, 'data')
  expect(String(first)).toMatch(/^reaching the target · \d+ s\n/)
  const answer = await asked.promise
  server.closeAllConnections()
  answer()
  server.close()
  await once(child, 'exit')
})

test('events are JSON lines of their schema, the last with the verdict', async () => {
  const reference = await openFaulty()
  const words = ['run', '--only', 'PAGE', '--base-url', reference.baseUrl, '--reports', join(root, 'events'), '--json']
  const { stdout, code } = await runCli(words, { CONFORMANCE_API_KEY: reference.keys.own })
  const events = stdout
    .trimEnd()
    .split('\n')
    .map((line): Record<string, unknown> => JSON.parse(line))
  expect(events.flatMap((event) => validate('formats/run-event.json', event))).toEqual([])
  expect(events[0]).toMatchObject({ event: 'started', target: { baseUrl: reference.baseUrl }, mode: 'read-only' })
  expect(events.map(({ phase }) => phase).filter(Boolean)).toEqual(
    expect.arrayContaining(['testing', 'removing test data', 'writing reports']),
  )
  expect(events.at(-1)).toMatchObject({ event: 'ended', exitCode: code, reports: join(root, 'events') })
})

test('a run that could not be made ends its events with the reason', async () => {
  const words = ['run', '--base-url', 'http://127.0.0.1:1', '--reports', join(root, 'unmade'), '--json']
  const { stdout, code } = await runCli(words, { CONFORMANCE_API_KEY: key })
  expect(code).toBe(2)
  const last: unknown = JSON.parse(stdout.trimEnd().split('\n').at(-1) ?? '')
  expect(validate('formats/run-event.json', last)).toEqual([])
  expect(last).toMatchObject({
    event: 'ended',
    verdict: 'error',
    exitCode: 2,
    reason: expect.stringContaining('127.0.0.1:1'),
  })
})

test('--quiet prints the verdict alone', async () => {
  const { stdout } = await runCli(['run', '--only', 'WS-01', '--reports', join(root, 'quiet'), '--quiet'])
  expect(stdout).toMatch(/^incomplete: \d+ conform, .*because only a part of the checks ran\n$/)
})

test('--bail ends the run at the first violated requirement', async () => {
  const reference = await openFaulty()
  const words = ['run', '--only', 'PAGE', '--base-url', reference.baseUrl, '--reports', join(root, 'bail')]
  const { stdout, code } = await runCli([...words, '--bail'], { CONFORMANCE_API_KEY: reference.keys.own })
  expect(code).toBe(1)
  expect(stdout).toMatch(/the run ended at the first violated requirement, PAGE-\d+ \(--bail\)/)
  expect(stdout.trimEnd().split('\n').at(-1)).toMatch(/^non-conformant: /)
})
