import type { ServerResponse } from 'node:http'
import { describe, expect, test } from 'vitest'
import { RateLimitedError } from '../../lib/client/unsent-errors.ts'
import { skipIdleTimeInThisFile } from '../clock/skip-idle-time.ts'
import { openClient } from './open-client.ts'
import { openServer, type OpenServer } from './open-server.ts'

skipIdleTimeInThisFile()

const get = { method: 'GET', path: '/v1/public/workspaces', check: 'a check' }

interface Limited {
  readonly limit: number
  readonly windowMs: number
  /** Writes the reset header another way. */
  readonly reset?: (time: number) => string
}

/** A server with a fixed window that counts all requests together. */
function openLimited({
  limit,
  windowMs,
  reset = (time) => String(Math.ceil(time / 1000)),
}: Limited): Promise<OpenServer & { refused: number }> {
  let windowEnd = 0
  let count = 0
  const seen = { refused: 0 }
  const answer = (response: ServerResponse): void => {
    const now = Date.now()
    if (now >= windowEnd) {
      windowEnd = (Math.floor(now / windowMs) + 1) * windowMs
      count = 0
    }
    count += 1
    // By the clock of the thread, as the windows are: Node dates by another.
    response.setHeader('date', new Date(now).toUTCString())
    response.setHeader('x-ratelimit-limit', limit)
    response.setHeader('x-ratelimit-remaining', Math.max(0, limit - count))
    response.setHeader('x-ratelimit-reset', reset(windowEnd))
    if (count > limit) seen.refused += 1
    response.writeHead(count > limit ? 429 : 200).end()
  }
  return openServer((_, response) => answer(response)).then((server) =>
    Object.assign(server, seen, {
      get refused() {
        return seen.refused
      },
    }),
  )
}

describe('pacing', { concurrent: true }, () => {
  test('a 429 is waited out and sent again', async () => {
    let requests = 0
    await using server = await openServer((_, response) => {
      requests += 1
      response.writeHead(requests < 3 ? 429 : 200, { 'x-ratelimit-reset': '0' }).end()
    })
    await using opened = openClient(server.url)
    await expect(opened.client.send(get)).resolves.toMatchObject({ status: 200 })
    expect(opened.exchanges.map(({ status }) => status)).toEqual([429, 429, 200])
  })

  test('a 429 is given back where the check wants it', async () => {
    await using server = await openServer((_, response) => response.writeHead(429, { 'retry-after': '60' }).end())
    await using opened = openClient(server.url)
    await expect(opened.client.send({ ...get, pace: false })).resolves.toMatchObject({ status: 429 })
    expect(opened.client.sent).toBe(1)
  })

  test('a 429 that asks for more than can be waited is no answer to what was asked', async () => {
    await using server = await openServer((_, response) => response.writeHead(429, { 'retry-after': '3600' }).end())
    await using opened = openClient(server.url, { maxPaceMs: 1000 })
    await expect(opened.client.send(get)).rejects.toThrow(RateLimitedError)
  })

  test('a window that ends after the deadline is not waited for, and not asked in again and again', async () => {
    const reset = String(Math.ceil(Date.now() / 1000) + 3600)
    await using server = await openServer((_, response) =>
      response
        .writeHead(429, { 'retry-after': '3600', 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': reset })
        .end(),
    )
    await using opened = openClient(server.url, { deadline: Date.now() + 60_000 })
    for (let request = 0; request < 20; request += 1)
      await expect(opened.client.send(get)).rejects.toThrow(RateLimitedError)
    expect(opened.client.sent).toBeLessThan(10)
    await expect(opened.client.send({ ...get, pace: false })).resolves.toMatchObject({ status: 429 })
  })

  test('a target that only ever answers 429 costs its waits once', async () => {
    await using server = await openServer((_, response) => response.writeHead(429).end())
    await using opened = openClient(server.url, { maxPaceMs: 800 })
    await Promise.allSettled([get, get, get].map((request) => opened.client.send(request)))
    const before = opened.client.sent
    await expect(opened.client.send(get)).rejects.toThrow(RateLimitedError)
    expect(opened.client.sent).toBe(before + 1)
  })

  test('a spent window is waited for, so that no request of one client is refused', async () => {
    await using server = await openLimited({ limit: 10, windowMs: 1000 })
    await using opened = openClient(server.url)
    const exchanges = await Promise.all(Array.from({ length: 25 }, () => opened.client.send(get)))
    expect(exchanges.every(({ status }) => status === 200)).toBe(true)
    expect(server.refused).toBeLessThanOrEqual(1)
  })

  test('clients that share a limit get every answer', async () => {
    await using server = await openLimited({ limit: 10, windowMs: 1000 })
    await using one = openClient(server.url)
    await using other = openClient(server.url)
    const exchanges = await Promise.all(
      Array.from({ length: 24 }, (_, index) => (index % 2 === 0 ? one : other).client.send(get)),
    )
    expect(exchanges.every(({ status }) => status === 200)).toBe(true)
  })

  test.for([
    ['milliseconds', (time: number) => String(time)],
    ['a duration', (time: number) => String(Math.max(0, Math.ceil((time - Date.now()) / 1000)))],
  ] as const)('a reset in %s is understood', async ([, reset]) => {
    await using server = await openLimited({ limit: 4, windowMs: 1000, reset })
    await using opened = openClient(server.url)
    const exchanges = await Promise.all(Array.from({ length: 6 }, () => opened.client.send(get)))
    expect(exchanges.every(({ status }) => status === 200)).toBe(true)
  })

  test('a reset a year ahead does not stop the run', async () => {
    await using server = await openLimited({
      limit: 2,
      windowMs: 500,
      reset: (time) => String(Math.ceil(time / 1000) + 31_536_000),
    })
    await using opened = openClient(server.url)
    const exchanges = await Promise.all(Array.from({ length: 5 }, () => opened.client.send(get)))
    expect(exchanges.every(({ status }) => status === 200)).toBe(true)
  })

  test('a Remaining that is always 0 is believed once', async () => {
    await using server = await openServer((_, response) => {
      response.setHeader('x-ratelimit-limit', 100).setHeader('x-ratelimit-remaining', 0)
      response.setHeader('x-ratelimit-reset', Math.ceil(Date.now() / 1000)).end()
    })
    await using opened = openClient(server.url)
    for (let count = 0; count < 40; count += 1) await opened.client.send(get)
    const started = opened.exchanges.map(({ startedAt }) => startedAt)
    expect(Math.max(...started.slice(3)) - (started[3] ?? 0)).toBeLessThan(2000)
  })

  test('another organization does not wait for the own limit', async () => {
    await using server = await openServer((request, response) => {
      const spent = request.headers.authorization?.includes('own') === true
      response.setHeader('x-ratelimit-limit', 5).setHeader('x-ratelimit-remaining', spent ? 0 : 4)
      response.setHeader('x-ratelimit-reset', Math.ceil(Date.now() / 1000) + 60).end()
    })
    await using opened = openClient(server.url, {
      keys: { own: 'svc_api_own00000', otherOrganization: 'svc_api_other000' },
    })
    await opened.client.send(get)
    const waiting = opened.client.send(get).catch(() => 'refused')
    await opened.client.send({ ...get, as: 'other-organization' })
    await opened.client.send({ ...get, as: 'none' })
    expect(opened.client.sent).toBe(3)
    await opened.client.close()
    await expect(waiting).resolves.toBe('refused')
  })
})
