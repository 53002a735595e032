import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { validate } from '../../lib/contract/schema-registry.ts'
import { openServer } from '../client/open-server.ts'
import { runCli } from './run-cli.ts'

const fixture = fileURLToPath(new URL('../../proof/servers/descriptions/fastapi-3.1.json', import.meta.url))

test('departures are told with their requirement, then what is lawful; the exit code is 1', async () => {
  const { code, stdout, stderr } = await runCli(['openapi', 'diff', fixture])
  expect({ code, stderr }).toEqual({ code: 1, stderr: '' })
  expect(stdout).toMatch(/OpenAPI 3\.1\.0, 25 of 25 endpoints\) contradicts the contract in 11 points\n/)
  expect(stdout).toMatch(
    /\n {2}PROD-26 request field readable_id: pattern: expected \^\[a-z0-9_\]\+\$, described no pattern\n/,
  )
  expect(stdout).toMatch(/\nmore than the contract \(allowed\)\n(?:.*\n)* {2}GET \/healthz: endpoint: present\n/)
})

test('as JSON it says the same, and as Markdown nothing of a description is markup', async () => {
  const { stdout } = await runCli(['openapi', 'diff', fixture, '--json'])
  const told: unknown = JSON.parse(stdout)
  expect(validate('formats/description-diff.json', told)).toEqual([])
  expect(told).toMatchObject({ source: fixture, openapi: '3.1.0', conforms: false, endpoints: { described: 25 } })
  expect(told).toHaveProperty('differences.0.requirement', expect.stringMatching(/^[A-Z]+-\d+$/))
  const path = join(mkdtempSync(join(tmpdir(), 'diff-')), 'odd.json')
  const paths = { '/v1/public/<b>|`x`': { get: { responses: {} } } }
  writeFileSync(path, JSON.stringify({ openapi: '3.0.3', info: { title: 'x', version: '1' }, paths }))
  const markdown = await runCli(['openapi', 'diff', path, '--markdown'])
  expect(markdown.code).toBe(1)
  expect(markdown.stdout).toContain('GET /v1/public/&#60;b&#62;&#124;&#96;x&#96;')
  expect(markdown.stdout).not.toContain('<b>')
})

test('what promises the contract is 0, what cannot be read 2 and one line', async () => {
  const own = await runCli(['openapi', '--json'])
  const named = own.stdout
    .replace('"name": "q"', '"name": "workspace_id", "in": "query", "schema": {}}, {"name": "q"')
    .replace('"name": "includeDeleted"', '"name": "item_id", "in": "query", "schema": {}}, {"name": "includeDeleted"')
  await using server = await openServer(({ url }, response) => {
    response.end(url === '/openapi.json' ? named : '<html>')
  })
  const { code, stdout } = await runCli(['openapi', 'diff', `${server.url}/openapi.json`])
  expect([code, stdout]).toEqual([0, expect.stringMatching(/25 of 25 endpoints\) agrees with the contract\n/)])
  const page = await runCli(['openapi', 'diff', `${server.url}/docs`])
  expect(page.code).toBe(2)
  expect(page.stderr).toMatch(/^error: http:\S+\/docs is not an OpenAPI description: it is HTML or XML; .*\n$/)
})
