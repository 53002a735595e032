import { mkdtempSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { Diagnosis } from '../../lib/doctor/diagnose.ts'
import { runCli } from '../cli/run-cli.ts'
import { terse } from './terse.ts'
import { serverKeys, type IndependentServer } from '../../proof/servers/independent-server.ts'
import { startServer } from '../../proof/servers/start-server.ts'

const environment = { CONFORMANCE_API_KEY: serverKeys.own }

/** Looks at a server that names no field in its refusals, or runs against it. */
async function beside<Value>(name: string, ask: (baseUrl: string) => Promise<Value>): Promise<Value> {
  const server: IndependentServer = await startServer(name)
  try {
    await using relay = await terse(server.baseUrl)
    return await ask(relay.url)
  } finally {
    await server.close()
  }
}

test.each([
  { name: 'pydantic', at: '/openapi.json', version: '3.1.0' },
  { name: 'express', at: '/api-json', version: '3.0.0' },
])(
  'doctor finds the description of the $name server, learns its bodies from it, and says so',
  async ({ name, at, version }) => {
    const [baseUrl, diagnosis] = await beside(name, async (url): Promise<[string, Diagnosis]> => {
      const reports = mkdtempSync(join(tmpdir(), 'described-'))
      const words = ['doctor', '--base-url', url, '--allow-writes', '--json', '--reports', reports]
      const { stdout } = await runCli(words, environment)
      return [url, JSON.parse(stdout)]
    })
    expect(diagnosis.description).toEqual({ source: `${baseUrl}${at}`, version, from: 'published', endpoints: 25 })
    expect(diagnosis.dialect.missing).toEqual({})
    const { formulaField, ...others } = diagnosis.dialect.found
    expect(formulaField?.source).toBe('record')
    expect(Object.values(others).map(({ source, contradicts }) => [source, contradicts])).toEqual(
      Array.from({ length: 12 }, () => ['description', undefined]),
    )
  },
)

test('init writes where the description is, and what was found by it', async () => {
  const directory = mkdtempSync(join(tmpdir(), 'described-'))
  const baseUrl = await beside('express', async (url) => {
    await runCli(['init', '--base-url', url, '--directory', directory], environment)
    return url
  })
  const target = readFileSync(join(directory, 'target.jsonc'), 'utf8')
  expect(target).toContain(`"openapi": "${baseUrl}/api-json"`)
  expect(target).toMatch(/\n {4}\/\/ from the description, and it works\n {4}"itemParameter": "itemId"/)
})

test('a run that is given the description looks where it could not without, and its report says what it learned', async () => {
  const ran = await beside('pydantic', (url) => {
    const run = async (more: readonly string[]): Promise<Ran> => {
      const reports = mkdtempSync(join(tmpdir(), 'described-'))
      const words = ['run', '--base-url', url, '--allow-writes', '--only', 'BULK-02 || PROP-12', '--reports', reports]
      await runCli([...words, ...more], environment)
      return JSON.parse(readFileSync(join(reports, 'conformance.json'), 'utf8'))
    }
    return Promise.all([run([]), run(['--openapi', `${url}/openapi.json`])])
  })
  const [without, told] = ran
  expect(without.target.dialect['propertyCreate.numeric']).toBeUndefined()
  expect(told.target.dialect['propertyCreate.numeric']).toMatchObject({ source: 'description' })
  expect(told.replay).toMatch(/--openapi http:\S+\/openapi\.json/)
  expect(told.description).toMatchObject({ contradictions: [], differences: expect.any(Array) })
  expect(without.description).toBeUndefined()
  expect(looked(told)).toBeGreaterThan(looked(without))
})

test('a description of something else is named, and the run finds out by itself', async () => {
  const server = await startServer('pydantic')
  const reports = mkdtempSync(join(tmpdir(), 'described-'))
  try {
    const only = ['--only', 'BULK-02 || PROD-52', '--openapi', 'proof/servers/descriptions/nestjs-3.0.json']
    const words = ['run', '--base-url', server.baseUrl, '--allow-writes', '--reports', reports, ...only]
    await runCli(words, environment)
  } finally {
    await server.close()
  }
  const { description, requirements, problems }: Ran = JSON.parse(
    readFileSync(join(reports, 'conformance.json'), 'utf8'),
  )
  const contradictions = description?.contradictions ?? []
  expect(contradictions[0]).toMatch(/^itemCreate: the target rejected the body that its description shows: POST /)
  expect(contradictions[1]).toBe('itemParameter: the description names itemId, which does not filter the list')
  expect(contradictions).toContain(
    'DELETE /v1/public/products/{product_id}: the description says 200, and the target answered 204',
  )
  expect(problems).toContainEqual(
    expect.stringMatching(
      /^note: the target contradicts its own description in 1\d points \(itemCreate, itemParameter, /,
    ),
  )
  expect(requirements.find(({ id }) => id === 'BULK-02')?.cases.looked).toBeGreaterThan(0)
  expect(readFileSync(join(reports, 'index.html'), 'utf8')).toContain('Contradicted by the target')
})

interface Ran {
  readonly target: { readonly dialect: Readonly<Record<string, unknown>> }
  readonly replay: string
  readonly description?: { readonly contradictions: readonly string[]; readonly differences: readonly object[] }
  readonly problems?: readonly string[]
  readonly requirements: ReadonlyArray<{ readonly id: string; readonly cases: { readonly looked: number } }>
}

function looked({ requirements }: Ran): number {
  return requirements.reduce((sum, { cases }) => sum + cases.looked, 0)
}
