import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib'
import type { Socket } from 'node:net'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { TransportError } from '../../lib/client/transport-error.ts'
import { skipIdleTime } from '../clock/skip-idle-time.ts'
import { openClient } from './open-client.ts'
import { openServer, openSocketServer } from './open-server.ts'
import { untilRefused } from './until-refused.ts'

const get = { method: 'GET', path: '/v1/public/workspaces', check: 'a check' }
const post = { ...get, method: 'POST', json: {} }

function write(bytes: string): (socket: Socket) => void {
  return (socket) => {
    socket.end(bytes)
  }
}

describe('a transport fault', () => {
  const faults = {
    'a reset connection': [(socket: Socket) => socket.resetAndDestroy(), 'reset'],
    'a connection closed without an answer': [(socket: Socket) => socket.end(), 'closed'],
    'bytes that are not HTTP': [write('SSH-2.0-OpenSSH_9.9\r\n\r\n'), 'protocol'],
    'a header block without end': [write(`HTTP/1.1 200 OK\r\nx: ${'y'.repeat(40_000)}`), 'too-large'],
    'two content lengths': [write('HTTP/1.1 200 OK\r\ncontent-length: 1\r\ncontent-length: 2\r\n\r\nab'), 'protocol'],
    'an upgrade that nobody asked for': [
      write('HTTP/1.1 101 Switching Protocols\r\nupgrade: h2c\r\nconnection: upgrade\r\n\r\n'),
      'closed',
    ],
  } as const

  test.for(Object.entries(faults))('%s rejects with its kind', async ([, [answer, kind]]) => {
    await using server = await openSocketServer(answer)
    await using opened = openClient(server.url)
    const error = await opened.client.send(post).catch((reason: unknown) => reason)
    expect(error).toBeInstanceOf(TransportError)
    expect(error).toMatchObject({ kind, method: 'POST', path: '/v1/public/workspaces' })
    expect(opened.exchanges).toEqual([])
    expect(opened.client.sent).toBe(1)
  })

  test('nobody listening is a refused connection', async () => {
    const closed = await openServer(() => undefined)
    await closed[Symbol.asyncDispose]()
    await untilRefused(Number(new URL(closed.url).port))
    await using opened = openClient(closed.url)
    await expect(opened.client.send(get)).rejects.toMatchObject({ kind: 'refused' })
    await expect(opened.client.simultaneously([get, get])).rejects.toMatchObject({ kind: 'refused' })
  })

  test('a body shorter than announced says how much came', async () => {
    await using server = await openSocketServer(write('HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\nonly this'))
    await using opened = openClient(server.url)
    await expect(opened.client.send(get)).rejects.toMatchObject({ status: 200, receivedBytes: 9, announcedBytes: 100 })
  })

  test.for([
    ['no answer', ''],
    ['half an answer', 'HTTP/1.1 200 OK\r\ncontent-length: 5\r\n\r\nab'],
  ] as const)('%s ends in a time-out, and is not repeated', async ([, bytes]) => {
    await using server = await openSocketServer((socket) => {
      socket.write(bytes)
    })
    await using opened = openClient(server.url, { timeoutMs: 60 })
    await expect(opened.client.send(get)).rejects.toMatchObject({ kind: 'timeout' })
    expect(opened.client.sent).toBe(1)
  })

  test('a time-out drops the connection', async () => {
    using _ = skipIdleTime()
    let dropped = false
    await using server = await openServer((...[, response]) => response.on('close', () => (dropped = true)))
    await using opened = openClient(server.url, { timeoutMs: 40 })
    await expect(opened.client.send(get)).rejects.toMatchObject({ kind: 'timeout' })
    await expect.poll(() => dropped).toBe(true)
  })

  test('an early hint is not the answer', async () => {
    const hint = 'HTTP/1.1 103 Early Hints\r\nlink: </a>\r\n\r\n'
    await using server = await openSocketServer(write(`${hint}HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n`))
    await using opened = openClient(server.url)
    const exchange = await opened.client.send(get)
    expect(exchange).toMatchObject({ status: 200, headers: { 'content-length': '0' } })
    expect(exchange.headers).not.toHaveProperty('link')
  })

  test('an early hint and no more is no answer', async () => {
    await using server = await openSocketServer(write('HTTP/1.1 103 Early Hints\r\nlink: </a>\r\n\r\n'))
    await using opened = openClient(server.url)
    await expect(opened.client.send(post)).rejects.toMatchObject({ kind: 'closed', status: undefined })
  })

  test('a drip does not put the time-out off', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    onTestFinished(() => void vi.useRealTimers())
    let drops = 0
    await using server = await openServer((_, response) => {
      const drip = setInterval(() => response.write('x', () => (drops += 1)), 10)
      response.on('close', () => clearInterval(drip))
    })
    await using opened = openClient(server.url, { timeoutMs: 60_000 })
    const outcome = opened.client.send(get).catch((error: unknown) => error)
    for (const least of [5, 10]) {
      await expect.poll(() => drops).toBeGreaterThan(least)
      vi.advanceTimersByTime(40_000)
    }
    expect(await outcome).toMatchObject({ kind: 'timeout', status: 200 })
  })

  test('an answer that came while the process stood still is no time-out', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    onTestFinished(() => void vi.useRealTimers())
    // It is written, and nobody has had the time to read it.
    await using server = await openServer((_, response) => response.end('{}', () => vi.advanceTimersByTime(60_000)))
    await using opened = openClient(server.url, { timeoutMs: 60_000 })
    expect(await opened.client.send(post)).toMatchObject({ status: 200, bodyBytes: 2 })
  })

  test('a read is repeated once, a write never', async () => {
    let requests = 0
    await using server = await openSocketServer((socket) => {
      requests += 1
      if (requests === 1) socket.resetAndDestroy()
      else socket.end('HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n')
    })
    await using opened = openClient(server.url)
    await expect(opened.client.send(get)).resolves.toMatchObject({ status: 200 })
    expect(opened.client.sent).toBe(2)
    requests = 0
    await expect(opened.client.send(post)).rejects.toMatchObject({ kind: 'reset' })
    expect(requests).toBe(1)
  })

  test('the place in the queue is given back after a fault', async () => {
    await using server = await openSocketServer((socket) => socket.resetAndDestroy())
    await using opened = openClient(server.url, { concurrency: 1 })
    const answers = await Promise.allSettled([post, post, post].map((request) => opened.client.send(request)))
    expect(answers.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected'])
  })
})

describe('a body', () => {
  test.for([
    ['gzip', gzipSync],
    ['deflate', deflateSync],
    ['br', brotliCompressSync],
  ] as const)('in %s is decoded', async ([encoding, encode]) => {
    await using server = await openServer((_, response) => {
      response
        .writeHead(200, { 'content-type': 'application/json', 'content-encoding': encoding })
        .end(encode('{"a":1}'))
    })
    await using opened = openClient(server.url)
    await expect(opened.client.send(get)).resolves.toMatchObject({ json: { a: 1 }, bodyBytes: 7 })
  })

  test('that unpacks to gigabytes is cut at the bound', async () => {
    const bomb = gzipSync(Buffer.alloc(64 * 1024 * 1024))
    await using server = await openServer((_, response) => {
      response.writeHead(200, { 'content-type': 'application/json', 'content-encoding': 'gzip' }).end(bomb)
    })
    await using opened = openClient(server.url, { maxBodyBytes: 100_000 })
    const exchange = await opened.client.send(get)
    expect(exchange).toMatchObject({ bodyTruncated: true, bodyBytes: 100_000, json: undefined })
    expect(exchange.jsonProblem).toContain('longer than 100000 bytes')
  })

  test('that is not in its encoding is a problem of the body', async () => {
    await using server = await openServer((_, response) => {
      response.writeHead(200, { 'content-type': 'application/json', 'content-encoding': 'gzip' }).end('{}')
    })
    await using opened = openClient(server.url)
    const exchange = await opened.client.send(get)
    expect(exchange.jsonProblem).toContain('does not decode as gzip')
  })

  test('without end is cut at the bound and its connection dropped', async () => {
    let dropped = false
    await using server = await openServer((_, response) => {
      response.on('close', () => (dropped = true))
      const pour = (): void => {
        while (!response.destroyed && response.write(Buffer.alloc(65_536, 'x')));
        if (!response.destroyed) response.once('drain', pour)
      }
      pour()
    })
    await using opened = openClient(server.url, { maxBodyBytes: 1_000_000 })
    const exchange = await opened.client.send(get)
    expect(exchange).toMatchObject({ status: 200, bodyTruncated: true, bodyBytes: 1_000_000 })
    await expect.poll(() => dropped).toBe(true)
    await expect(opened.client.send(get)).resolves.toMatchObject({ bodyTruncated: true })
  })

  test('that is large waits for another that is, and its time-out with it', async () => {
    using _ = skipIdleTime()
    const mebibyte = 1024 * 1024
    const hanging = Promise.withResolvers<undefined>()
    await using server = await openServer((request, response) => {
      if (request.url === '/whole') {
        response.end(Buffer.alloc(4 * mebibyte, 'x'))
      } else {
        response.writeHead(200, { 'content-length': 4 * mebibyte })
        response.write(Buffer.alloc(2 * mebibyte), () => hanging.resolve(undefined))
      }
    })
    await using opened = openClient(server.url, { timeoutMs: 15_000 })
    const ended: string[] = []
    const send = async (path: string): Promise<number | string> => {
      const outcome = await opened.client.send({ ...get, path }).then(
        ({ bodyBytes }) => bodyBytes,
        (error: unknown) => (error instanceof TransportError ? error.kind : String(error)),
      )
      ended.push(path)
      return outcome
    }
    const first = send('/hanging')
    await hanging.promise
    expect(await Promise.all([first, send('/whole'), send('/whole')])).toEqual(['timeout', 4 * mebibyte, 4 * mebibyte])
    expect(ended).toEqual(['/hanging', '/whole', '/whole'])
  })

  test('of exactly the bound is whole', async () => {
    await using server = await openServer((_, response) => response.end('x'.repeat(1000)))
    await using opened = openClient(server.url, { maxBodyBytes: 1000 })
    await expect(opened.client.send(get)).resolves.toMatchObject({ bodyTruncated: false, bodyBytes: 1000 })
  })

  test('of a HEAD, a 204 and a 304 is no JSON and no problem', async () => {
    await using server = await openServer((request, response) => {
      response.writeHead(Number(request.url?.slice(-3)), { 'content-type': 'application/json' }).end()
    })
    await using opened = openClient(server.url)
    const sent = async (method: string, path: string): Promise<unknown> => {
      const exchange = await opened.client.send({ method, path, check: 'a check' })
      return exchange.jsonProblem
    }
    expect(await Promise.all([sent('HEAD', '/200'), sent('DELETE', '/products/204'), sent('GET', '/304')])).toEqual([
      undefined,
      undefined,
      undefined,
    ])
    expect(await sent('GET', '/200')).toBe('the body is empty')
  })

  test('keeps the bytes of a header called __proto__ a header', async () => {
    await using server = await openSocketServer(write('HTTP/1.1 200 OK\r\n__proto__: x\r\ncontent-length: 0\r\n\r\n'))
    await using opened = openClient(server.url)
    const exchange = await opened.client.send(get)
    expect(Object.entries(exchange.headers)).toContainEqual(['__proto__', 'x'])
  })
})
