import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import type { RequestListener } from 'node:http'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { startReference } from '../../reference/start-reference.ts'
import type { ConformanceReport } from '../../lib/report/conformance-report.ts'
import { onlyProgress } from '../cli/only-progress.ts'
import { runCli } from '../cli/run-cli.ts'
import { openServer } from '../client/open-server.ts'
import { foreignTargets } from './foreign-targets.ts'
import { temporaryDirectory } from '../temporary-directory.ts'

const root = temporaryDirectory('preflight-')

const keys = { CONFORMANCE_API_KEY: 'svc_api_0123456789abcdefghijklmnop' }

async function openWatched(listener: RequestListener) {
  const methods: string[] = []
  const server = await openServer((request, response) => {
    methods.push(request.method ?? '')
    listener(request, response)
  })
  return { url: server.url, methods, [Symbol.asyncDispose]: () => server[Symbol.asyncDispose]() }
}

function answering(status: number, type: string, body: string): RequestListener {
  return (_, response) => {
    response.writeHead(status, { 'content-type': type })
    response.end(body)
  }
}

const wordsFor = (url: string, reports: string): string[] =>
  `run --base-url ${url} --allow-writes --allow-traces --reports ${reports}`.split(' ')

describe('a base URL that is no deployment of the service is refused before anything is written', () => {
  const some = [
    'an empty list for everything',
    'json-server',
    'Prism with static examples that asks for a key',
  ] as const
  test.each(some)('%s', async (name) => {
    await using target = await openWatched(foreignTargets[name])
    const ended = await runCli(wordsFor(target.url, mkdtempSync(join(root, 'run-'))), keys)
    expect(ended).toMatchObject({ code: 2, stdout: onlyProgress })
    expect(ended.stderr).toMatch(/^error: .* is not a deployment of the Product Data Service: .*check --base-url.*\n$/)
    expect(new Set(target.methods)).toEqual(new Set(['GET']))
    expect(target.methods.length).toBeLessThanOrEqual(6)
  })

  test.each(['401 and an error body of its own', '403 and XML'])(
    '%s for every key: the key is refused',
    async (how) => {
      await using target = await openWatched(
        how.startsWith('401')
          ? answering(401, 'application/json', '{"message":"Bad credentials"}')
          : answering(403, 'application/xml', '<Error><Code>AccessDenied</Code></Error>'),
      )
      const ended = await runCli(wordsFor(target.url, mkdtempSync(join(root, 'run-'))), keys)
      expect(ended).toMatchObject({ code: 2, stdout: onlyProgress })
      expect(ended.stderr).toMatch(/rejected the key \(40[13].*check CONFORMANCE_API_KEY/)
      expect(target.methods).toEqual(['GET'])
    },
  )

  test('the doctor says the same', async () => {
    await using target = await openWatched(answering(200, 'application/json', '{"items":[],"count":0}'))
    const doctor = await runCli(['doctor', '--base-url', target.url, '--allow-writes', '--reports', root], keys)
    expect(doctor.code).toBe(2)
    expect(doctor.stderr).toContain('is not a deployment of the Product Data Service')
    expect(new Set(target.methods)).toEqual(new Set(['GET']))
  })

  test('a wrong prefix of a sound deployment, and an older deployment that is none, are refused', async () => {
    const reference = await startReference()
    try {
      const own = { CONFORMANCE_API_KEY: reference.keys.own }
      const words = ['run', '--allow-writes', '--reports', join(root, 'prefix'), '--base-url']
      const wrong = await runCli([...words, `${reference.baseUrl}/api`], own)
      expect(wrong.code).toBe(2)
      expect(wrong.stderr).toContain('is not a deployment')
      await using old = await openWatched(answering(200, 'text/html', '<title>Welcome</title>'))
      const against = await runCli([...words, reference.baseUrl, '--against', old.url], own)
      expect(against.code).toBe(2)
      expect(against.stderr).toContain(`${old.url} is not a deployment`)
    } finally {
      await reference.close()
    }
  })
})

const outages: Readonly<Record<string, { readonly listener: RequestListener; readonly says: RegExp }>> = {
  'a service that fails in everything': {
    listener: answering(500, 'application/json', '{"error":"internal","message":"no"}'),
    says: /is down: .*server error.*answered 500/,
  },
  'a gateway with nothing behind it': {
    listener: answering(502, 'text/html', '<h1>Bad gateway</h1>'),
    says: /is down: .*answered 502 text\/html/,
  },
  'a service under maintenance': {
    listener: answering(503, 'text/plain', 'back soon'),
    says: /is down: .*answered 503/,
  },
  'a redirect to a login': {
    listener: (_, response) => response.writeHead(302, { location: '/login' }).end(),
    says: /redirects every request .*302 to \/login/,
  },
  'a rate limit that never ends': {
    listener: (_, response) => response.writeHead(429, { 'retry-after': '86400' }).end(),
    says: /answered every request with 429/,
  },
  'a connection that is closed': {
    listener: (_, response) => response.destroy(),
    says: /cannot be reached: the connection was closed/,
  },
}

/** What a pipeline reads of a run that could not be made. */
function expectReportsOf(reports: string, why: string): void {
  const report: ConformanceReport = JSON.parse(readFileSync(join(reports, 'conformance.json'), 'utf8'))
  expect(report.verdict).toBe('error')
  expect(report.problems).toEqual([`run: ${why}`])
  const tells = (name: string): boolean => wordsIn(readFileSync(join(reports, name), 'utf8')).includes(wordsIn(why))
  expect(['junit.xml', 'index.html', 'summary.md'].filter((name) => !tells(name))).toEqual([])
  expect(readFileSync(join(reports, 'junit.xml'), 'utf8').includes('tests="1" failures="0" errors="1"')).toBe(true)
}

/** Each format has escapes of its own. */
function wordsIn(text: string): string {
  return [...text.replaceAll(/&#?\w+;/g, ' ').matchAll(/\w+/g)].join(' ')
}

describe('a target that is out of order is named as that, and the pipeline has its reports', () => {
  test.each(Object.entries(outages))('%s', async (_, { listener, says }) => {
    await using target = await openWatched(listener)
    const reports = mkdtempSync(join(root, 'outage-'))
    const ended = await runCli(wordsFor(target.url, reports), keys)
    expect(ended).toMatchObject({ code: 2, stdout: onlyProgress })
    expect(ended.stderr).toMatch(says)
    expect(ended.stderr).not.toContain('is not a deployment')
    expect(target.methods.every((method) => method === 'GET')).toBe(true)
    expectReportsOf(reports, ended.stderr.replace(/^error: /, '').trim())
  })

  test('a dead proxy, by its variable and without its password', async () => {
    const reports = mkdtempSync(join(root, 'outage-'))
    const proxy = { HTTP_PROXY: 'http://name:secret-word@127.0.0.1:1' }
    const ended = await runCli(wordsFor('http://service.test', reports), { ...keys, ...proxy })
    expect(ended.code).toBe(2)
    expect(ended.stderr).toMatch(/the proxy http:\/\/127\.0\.0\.1:1 .*ECONNREFUSED.*check HTTP_PROXY/)
    expect(ended.stderr).not.toContain('secret-word')
    expectReportsOf(reports, ended.stderr.replace(/^error: /, '').trim())
  })

  test('a selection of no check has its reports, too', async () => {
    const reference = await startReference()
    try {
      const own = { CONFORMANCE_API_KEY: reference.keys.own }
      const nothing = mkdtempSync(join(root, 'nothing-'))
      const ended = await runCli([...wordsFor(reference.baseUrl, nothing), '--only', 'PN && WS'], own)
      expect(ended.code).toBe(2)
      expectReportsOf(nothing, ended.stderr.replace(/^error: /, '').trim())
    } finally {
      await reference.close()
    }
  })

  test('a place where no reports can be written is the reason that is told', async () => {
    const file = join(root, 'a-file')
    writeFileSync(file, '')
    const ended = await runCli(wordsFor('http://127.0.0.1:1', join(file, 'reports')), keys)
    expect(ended.code).toBe(2)
    expect(ended.stderr).toMatch(/^error: the reports cannot be written to .*--reports DIR\n$/)
  })
})
