import { mkdtempSync, rmSync } from 'node:fs'
import type { RequestListener } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { startReference } from '../../reference/start-reference.ts'
import { openServer } from '../client/open-server.ts'
import { runCli } from './run-cli.ts'

const root = mkdtempSync(join(tmpdir(), 'preflight-'))
afterAll(() => rmSync(root, { recursive: true }))

const keys = { CONFORMANCE_API_KEY: 'svc_api_0123456789abcdefghijklmnop' }

function answering(status: number, type: string, body: string): RequestListener {
  return (_, response) => {
    response.writeHead(status, { 'content-type': type })
    response.end(body)
  }
}

const elsewhere: Readonly<Record<string, RequestListener>> = {
  'a page for every path': answering(200, 'text/html', '<!doctype html><title>Welcome</title>'),
  'a page that says that it is JSON': answering(200, 'application/json', '<!doctype html><title>Welcome</title>'),
  'a page for no path': answering(404, 'text/html', '<h1>Not found</h1>'),
  'another interface, which knows no such path': answering(
    404,
    'application/json',
    '{"error":"not_found","message":"no"}',
  ),
  'another interface, which answers everything': answering(200, 'application/json', '{"status":"up","version":"2"}'),
  'another interface, which answers everything with an empty object': answering(200, 'application/json', '{}'),
  'another interface, which answers everything with an empty array': answering(200, 'application/json', '[]'),
  'another interface, which has lists of its own': answering(200, 'application/json', '{"data":[],"total":0}'),
  'another interface, which answers every path with an error of its own': answering(
    400,
    'application/json',
    '{"code":17,"reason":"no"}',
  ),
  'a redirect to a login': (_, response) => {
    response.writeHead(302, { location: '/login' })
    response.end()
  },
  'a gateway with nothing behind it': answering(502, 'text/html', '<h1>Bad gateway</h1>'),
}

async function openWatched(listener: RequestListener) {
  const methods: string[] = []
  const server = await openServer((request, response) => {
    methods.push(request.method ?? '')
    listener(request, response)
  })
  return { url: server.url, methods, [Symbol.asyncDispose]: () => server[Symbol.asyncDispose]() }
}

describe('a base URL that is no deployment of the service is refused before anything is written', () => {
  test.each(Object.entries(elsewhere))('%s', async (_, listener) => {
    await using target = await openWatched(listener)
    const reports = join(root, 'run')
    const ended = await runCli(['run', '--base-url', target.url, '--allow-writes', '--reports', reports], keys)
    expect(ended).toMatchObject({ code: 2, stdout: '' })
    expect(ended.stderr).toMatch(/^error: .* is no deployment of the Product Data Service .*check --base-url.*\n$/)
    expect(new Set(target.methods)).toEqual(new Set(['GET']))
    expect(target.methods.length).toBeLessThan(6)
  })

  test('the doctor says the same', async () => {
    await using target = await openWatched(answering(200, 'text/html', '<title>Welcome</title>'))
    const ended = await runCli(['doctor', '--base-url', target.url, '--allow-writes', '--reports', root], keys)
    expect(ended.code).toBe(2)
    expect(ended.stderr).toContain('is no deployment of the Product Data Service')
    expect(new Set(target.methods)).toEqual(new Set(['GET']))
  })

  test('a wrong prefix of a sound deployment, and an older deployment that is none, are refused', async () => {
    const reference = await startReference()
    try {
      const own = { CONFORMANCE_API_KEY: reference.keys.own }
      const words = ['run', '--allow-writes', '--reports', join(root, 'prefix'), '--base-url']
      const wrong = await runCli([...words, `${reference.baseUrl}/api`], own)
      expect(wrong.code).toBe(2)
      expect(wrong.stderr).toContain('is no deployment')
      await using old = await openWatched(answering(200, 'text/html', '<title>Welcome</title>'))
      const against = await runCli([...words, reference.baseUrl, '--against', old.url], own)
      expect(against.code).toBe(2)
      expect(against.stderr).toContain(`${old.url} is no deployment`)
    } finally {
      await reference.close()
    }
  })
})

describe('a deployment without any data is judged', () => {
  test.each([
    { what: 'lists as documented', body: '{"items":[],"count":0}' },
    { what: 'lists without a count', body: '{"items":[]}' },
    { what: 'bare lists of records', body: '[{"id":"w","name":"n"}]' },
  ])('$what', async ({ body }) => {
    await using target = await openWatched(answering(200, 'application/json', body))
    const ended = await runCli(
      ['run', '--base-url', target.url, '--only', 'WS', '--reports', join(root, 'empty')],
      keys,
    )
    expect(ended.stderr).not.toContain('is no deployment')
    expect(ended.code).not.toBe(2)
  })
})

describe('a deployment that is broken is judged', () => {
  test.each([
    { what: 'a list of workspaces that is not found', path: /\/workspaces/ },
    { what: 'lists that fail', path: /./, status: 500 },
  ])('$what', async ({ path, status = 404 }) => {
    await using target = await openWatched((request, response) => {
      const isBroken = path.test(request.url ?? '')
      response.writeHead(isBroken ? status : 200, { 'content-type': 'application/json' })
      response.end(isBroken ? '{"error":"e","message":"m"}' : '{"items":[],"count":0}')
    })
    const ended = await runCli(
      ['run', '--base-url', target.url, '--only', 'WS', '--reports', join(root, 'broken')],
      keys,
    )
    expect(ended.code).toBe(1)
  })
})
