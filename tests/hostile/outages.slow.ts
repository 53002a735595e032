import { describe, expect, test } from 'vitest'
import { nestingDepth } from '../../lib/client/nesting-depth.ts'
import { collectChecks } from '../../lib/cli/collect-checks.ts'
import { serverKeys } from '../../proof/servers/independent-server.ts'
import { judgeServer, type ServerJudgement } from '../../proof/judge/judge-server.ts'
import { startServer } from '../../proof/servers/start-server.ts'
import { judgeHostile } from './judge-hostile.ts'
import { openRelay, unspoiled, type Relayed, type Spoil } from './relay.ts'
import { problemLine } from '../../lib/report/problems-of.ts'

const checks = await collectChecks()

async function judgeBehind(spoil: Spoil): Promise<ServerJudgement> {
  const behind = await startServer('express')
  await using relay = await openRelay(behind.baseUrl, spoil)
  return await judgeServer(async () => ({ baseUrl: relay.url, close: () => behind.close() }), {
    secondKey: true,
    checks,
  })
}

/** Spoils some answers alone. */
const where =
  (isSpoiled: (answer: Relayed) => boolean, spoil: Spoil): Spoil =>
  (answer, response) =>
    (isSpoiled(answer) ? spoil : unspoiled)(answer, response)

const between =
  (from: number, to: number) =>
  ({ number }: Relayed): boolean =>
    number >= from && number < to

const asked =
  (pattern: RegExp) =>
  ({ asked: { method, url } }: Relayed): boolean =>
    pattern.test(`${method} ${url}`)

/** What a gateway says by itself of a service that is away. */
function gateway(status: number, body: string, headers: Readonly<Record<string, string>> = {}): Spoil {
  return (_, response) => {
    response.writeHead(status, { 'content-type': 'text/html', ...headers })
    response.end(body)
  }
}

const page = '<html><h1>Bad Gateway</h1></html>'

const dropped: Spoil = (_, response) => {
  response.socket?.resetAndDestroy()
}

const short: Spoil = ({ status, headers, body }, response) => {
  const { connection: _, 'transfer-encoding': __, ...kept } = headers
  response.writeHead(status, { ...kept, 'content-length': `${body.length + 50}` })
  response.write(body, () => response.socket?.end())
}

/** Closes connections that were idle for a second. */
const closesIdle: Spoil = (answer, response) => {
  Object.assign(Object(Reflect.get(Object(response.socket), 'server')), { keepAliveTimeout: 1000 })
  unspoiled(answer, response)
}

describe('what is down for a while is waited for, and nobody is accused', () => {
  test.each<[string, Spoil]>([
    ['a roll-out: 502 as HTML to 200 requests', where(between(2000, 2200), gateway(502, page))],
    ['503 with Retry-After to 100 requests', where(between(2000, 2100), gateway(503, 'away', { 'retry-after': '3' }))],
    ['504 without a body to 100 requests', where(between(2000, 2100), gateway(504, ''))],
    ['a server that closes idle connections', closesIdle],
  ])('%s', async (_, spoil) => {
    const { record, violated } = await judgeBehind(spoil)
    expect(violated).toEqual([])
    expect(record.transportProblems).toEqual([])
  })

  test.each<[string, Spoil]>([
    ['a 502 to every 50th request', where(({ number }) => number > 0 && number % 50 === 0, gateway(502, page))],
    ['a reset of every 97th connection', where(({ number }) => number > 0 && number % 97 === 0, dropped)],
  ])('%s', async (_, spoil) => {
    const { record, violated } = await judgeBehind(spoil)
    expect(violated).toEqual([])
    // A check that is made anew may lose an answer each time.
    expect(record.transportProblems.length).toBeLessThan(20)
  })
})

describe('what is lost each time while others are answered is the target’s own', () => {
  test.each<[string, Spoil, string]>([
    ['502 as HTML to reads of a file', where(asked(/^GET .*\/files\/[^/]+$/), gateway(502, page)), 'ERR-15'],
    ['502 as HTML to creations of properties', where(asked(/^POST .*\/properties$/), gateway(502, page)), 'ERR-15'],
    ['lists that announce more than they send', where(asked(/^GET .*\/properties\?/), short), 'GEN-10'],
    ['updates of items that are dropped', where(asked(/^PATCH .*\/items\//), dropped), 'GEN-10'],
  ])('%s', async (_, spoil, id) => {
    const { violated } = await judgeBehind(spoil)
    expect(violated).toEqual([id])
  })

  test('bodies that no client sends: observed, and no case that was evaluated', async () => {
    const bodies = new WeakMap<object, Buffer[]>()
    const isOdd = ({ asked: request }: Relayed): boolean => {
      const text = Buffer.concat(bodies.get(request) ?? []).toString()
      return /\\u0000|\\ud[89a-f]/i.test(text) || nestingDepth(text, 100) > 100
    }
    const keep = (request: Relayed['asked']): boolean => {
      const chunks: Buffer[] = []
      bodies.set(request, chunks)
      request.on('data', (chunk: Buffer) => chunks.push(chunk))
      return true
    }
    const behind = await startServer('express')
    await using relay = await openRelay(behind.baseUrl, where(isOdd, dropped), { isForwarded: keep })
    const { record, violated } = await judgeServer(async () => ({ baseUrl: relay.url, close: () => behind.close() }), {
      checks: checks.filter(({ title }) => /deep in a field|a NUL in a field|surrogate in a field/.test(title)),
    })
    expect(violated).toEqual([])
    expect(record.transportProblems.length).toBeGreaterThan(10)
    expect(record.evaluations.filter(({ check }) => / in a field /.test(check))).toEqual([])
    expect(record.observations.filter(({ requirement }) => requirement === 'GEN-10').length).toBeGreaterThan(10)
  })
})

test('a service that is away for good from the 2,200th request on: told once, and incomplete', async () => {
  const behind = await startServer('express')
  await using relay = await openRelay(behind.baseUrl, where(between(2200, Infinity), gateway(502, page)))
  const { code, report, stderr } = await judgeHostile(relay.url, { key: serverKeys.own, deadline: 900 })
  await behind.close()
  const lost = (report?.problems ?? []).map(problemLine).filter((line) => line.startsWith('transport:'))
  expect(lost.map((line) => line.replace(/\d+ checks|\d{4}-\S+Z/g, '…'))).toEqual([
    'transport: the run is incomplete: … got no answer to a request, so their requirements are untested',
    'transport: …: outage: the service has been unavailable since …; no more requests were sent',
  ])
  expect(report?.verdict).toBe('incomplete')
  expect(report?.summary.violated).toBe(0)
  // What was made by then cannot be removed.
  expect(stderr).toContain('left behind')
  expect(code).toBe(1)
})
