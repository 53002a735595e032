import { createHash } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { text } from 'node:stream/consumers'
import { describe, expect, test } from 'vitest'
import { bodyDigest } from '../../lib/client/body-digest.ts'
import { keepSecret } from '../../lib/client/redactor.ts'
import {
  DeadlineError,
  RequestBudgetError,
  UnsendableRequestError,
  WriteRefusedError,
} from '../../lib/client/unsent-errors.ts'
import { skipIdleTimeInThisFile } from '../clock/skip-idle-time.ts'
import { openClient, ownKey } from './open-client.ts'
import { openServer } from './open-server.ts'

skipIdleTimeInThisFile()

const check = 'a check'

function echo(request: IncomingMessage, body: string): string {
  return JSON.stringify({
    method: request.method,
    url: request.url,
    headers: request.headers,
    raw: request.rawHeaders,
    body,
  })
}

function openEcho(): ReturnType<typeof openServer> {
  return openServer((request, response) => {
    const answer = async (): Promise<void> => {
      response.setHeader('content-type', 'application/json').end(echo(request, await text(request)))
    }
    void answer()
  })
}

describe('send', () => {
  test('records the answer with digest, length and parsed body', async () => {
    await using server = await openServer((_, response) => {
      response
        .setHeader('content-type', 'application/json; charset=utf-8')
        .setHeader('X-Some', ['a', 'b'])
        .end('{"a":"ä"}')
    })
    await using opened = openClient(server.url)
    const exchange = await opened.client.send({
      method: 'GET',
      path: '/v1/public/workspaces',
      check,
      broken: 'nothing',
    })
    expect(exchange).toMatchObject({
      sequence: 1,
      identity: 'own',
      check,
      broken: 'nothing',
      status: 200,
      json: { a: 'ä' },
      jsonProblem: undefined,
      bodyBytes: 10,
      bodyTruncated: false,
    })
    expect(bodyDigest(exchange)).toBe(createHash('sha256').update('{"a":"ä"}').digest('hex'))
    expect(exchange.headers['x-some']).toBe('a, b')
    expect(opened.exchanges).toEqual([exchange])
    expect(opened.client.sent).toBe(1)
  })

  test('puts prefix, path and query together', async () => {
    await using server = await openEcho()
    await using opened = openClient(`${server.url}/prefix/`)
    const query = { q: 'a b&ä', limit: 1, deep: true, none: undefined, many: ['x', 'y'] }
    const exchange = await opened.client.send({ method: 'GET', path: '/v1/public/products', query, check })
    const path = '/v1/public/products?q=a%20b%26%C3%A4&limit=1&deep=true&many=x&many=y'
    expect(exchange.json).toMatchObject({ url: `/prefix${path}` })
    expect(exchange.request).toMatchObject({ path, url: `${server.url}/prefix${path}` })
  })

  test.for(['/v1/public/../../etc', '/a/%2e%2e/b', '/v1/public//products', '/a\\b', '/%00', '/a?b=[]{}'])(
    'sends the hostile path %s as it is',
    async (path) => {
      await using server = await openEcho()
      await using opened = openClient(server.url)
      const exchange = await opened.client.send({ method: 'GET', path, check })
      expect(exchange.json).toMatchObject({ url: path })
    },
  )

  test.for(['http://other.test/', '//other.test/', '/\\other.test/', '@other.test', ''])(
    'refuses %j, which may lead to another host',
    async (path) => {
      await using server = await openEcho()
      await using opened = openClient(server.url)
      await expect(opened.client.send({ method: 'GET', path, check })).rejects.toThrow(UnsendableRequestError)
      expect(opened.client.sent).toBe(0)
    },
  )

  test('sends the body of each kind with its content type', async () => {
    await using server = await openEcho()
    await using opened = openClient(server.url)
    const send = { method: 'POST', path: '/v1/public/products', check }
    const asJson = await opened.client.send({ ...send, json: { name: 'ä' } })
    const typed = await opened.client.send({ ...send, json: null, contentType: 'application/json; charset=utf-8' })
    const raw = await opened.client.send({ ...send, rawBody: '{"broken":' })
    expect(asJson.json).toMatchObject({ body: '{"name":"ä"}', headers: { 'content-type': 'application/json' } })
    expect(asJson.request.body).toMatchObject({ text: '{"name":"ä"}', bytes: 13, truncated: false })
    expect(typed.json).toMatchObject({ body: 'null', headers: { 'content-type': 'application/json; charset=utf-8' } })
    expect(raw.json).toMatchObject({ body: '{"broken":' })
    expect(raw.request.headers).not.toHaveProperty('content-type')
  })

  test('writes hostile header values as bytes', async () => {
    await using server = await openEcho()
    await using opened = openClient(server.url)
    const headers = { 'X-Request-Id': `\u00ff%0d%0a${'x'.repeat(4000)}`, 'x-wide': '嘊嘍' }
    const exchange = await opened.client.send({ method: 'GET', path: '/', headers, check })
    expect(exchange.json).toMatchObject({
      headers: { 'x-request-id': headers['X-Request-Id'], 'x-wide': Buffer.from('嘊嘍').toString('latin1') },
    })
    await expect(
      opened.client.send({ method: 'GET', path: '/', headers: { 'x-request-id': 'a\r\nb: c' }, check }),
    ).rejects.toThrow(UnsendableRequestError)
  })

  test('answers a redirect with the redirect', async () => {
    await using elsewhere = await openServer((_, response) => response.end('never'))
    await using server = await openServer((_, response) => response.writeHead(302, { location: elsewhere.url }).end())
    await using opened = openClient(server.url)
    const exchange = await opened.client.send({ method: 'GET', path: '/', check })
    expect(exchange).toMatchObject({ status: 302, headers: { location: elsewhere.url }, json: undefined })
    expect(opened.client.sent).toBe(1)
  })

  test('keeps to the concurrency', async () => {
    let open = 0
    let most = 0
    await using server = await openServer((_, response) => {
      most = Math.max(most, (open += 1))
      setTimeout(() => {
        open -= 1
        response.end()
      }, 5)
    })
    await using opened = openClient(server.url, { concurrency: 3 })
    await Promise.all(Array.from({ length: 12 }, () => opened.client.send({ method: 'GET', path: '/', check })))
    expect(most).toBe(3)
  })

  test('spaces requests out to the most per second', async () => {
    await using server = await openServer((_, response) => response.end())
    await using opened = openClient(server.url, { maxRequestsPerSecond: 50 })
    await Promise.all(Array.from({ length: 6 }, () => opened.client.send({ method: 'GET', path: '/', check })))
    const times = opened.exchanges.map(({ startedAt }) => startedAt)
    expect(times.map((time) => time - Math.min(...times))).toEqual([0, 20, 40, 60, 80, 100])
  })

  test('sends no more than the budget, and nothing after the deadline', async () => {
    await using server = await openServer((_, response) => response.end())
    await using budgeted = openClient(server.url, { maxRequests: 2 })
    const send = { method: 'GET', path: '/', check }
    const answers = await Promise.allSettled([1, 2, 3].map(() => budgeted.client.send(send)))
    expect(answers.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'rejected'])
    await expect(budgeted.client.send(send)).rejects.toThrow(RequestBudgetError)
    await using late = openClient(server.url, { deadline: Date.now() - 1 })
    await expect(late.client.send(send)).rejects.toThrow(DeadlineError)
    expect([budgeted.client.sent, late.client.sent]).toEqual([2, 0])
  })

  test('refuses what waits when the deadline passes', async () => {
    await using server = await openServer(() => undefined)
    await using opened = openClient(server.url, { concurrency: 1, deadline: Date.now() + 50, timeoutMs: 200 })
    const answers = await Promise.allSettled([1, 2].map(() => opened.client.send({ method: 'GET', path: '/', check })))
    expect(answers[1]).toMatchObject({ reason: expect.any(DeadlineError) })
    expect(opened.client.sent).toBe(1)
  })
})

describe('read-only', () => {
  const identities = ['own', 'none', 'forged', 'revoked'] as const

  test.for(
    ['POST', 'PATCH', 'PUT', 'DELETE', 'get', 'BREW'].flatMap((method) =>
      identities.map((as) => [method, as] as const),
    ),
  )('refuses %s as %s before anything is sent', async ([method, as]) => {
    await using opened = openClient('http://127.0.0.1:1', { mode: 'read-only' })
    await expect(opened.client.send({ method, as, path: '/v1/public/products', check })).rejects.toThrow(
      WriteRefusedError,
    )
    await expect(opened.client.simultaneously([{ method, as, path: '/', check }])).rejects.toThrow(WriteRefusedError)
    expect(opened.client.sent).toBe(0)
  })

  test('refuses a header that makes a write of a read', async () => {
    await using opened = openClient('http://127.0.0.1:1', { mode: 'read-only' })
    const headers = { 'X-HTTP-Method-Override': 'DELETE' }
    await expect(opened.client.send({ method: 'GET', path: '/', headers, check })).rejects.toThrow(WriteRefusedError)
  })

  test.for(['GET', 'HEAD', 'OPTIONS'])('sends %s', async (method) => {
    await using server = await openEcho()
    await using opened = openClient(server.url, { mode: 'read-only' })
    await expect(opened.client.send({ method, path: '/', check })).resolves.toMatchObject({ status: 200 })
  })
})

describe('keys', () => {
  test('each identity sends its own key, none and forged send none', async () => {
    await using server = await openEcho()
    await using opened = openClient(server.url, {
      keys: {
        own: ownKey,
        sameOrganization: 'svc_api_same00000',
        otherOrganization: 'svc_api_other0000',
        revoked: 'svc_api_revoked00',
      },
    })
    const sent = async (
      as: 'own' | 'same-organization' | 'other-organization' | 'revoked' | 'none' | 'forged',
    ): Promise<unknown> => (await opened.client.send({ method: 'GET', path: '/', as, check })).json
    expect(await sent('own')).toHaveProperty('headers.authorization', `Bearer ${ownKey}`)
    expect(await sent('same-organization')).toHaveProperty('headers.authorization', 'Bearer svc_api_same00000')
    expect(await sent('other-organization')).toHaveProperty('headers.authorization', 'Bearer svc_api_other0000')
    expect(await sent('revoked')).toHaveProperty('headers.authorization', 'Bearer svc_api_revoked00')
    expect(await sent('none')).not.toHaveProperty('headers.authorization')
    expect(await sent('forged')).not.toHaveProperty('headers.authorization')
  })

  test('an identity without a key cannot be sent', async () => {
    await using opened = openClient('http://127.0.0.1:1')
    await expect(opened.client.send({ method: 'GET', path: '/', as: 'revoked', check })).rejects.toThrow(
      'no key for "revoked"',
    )
  })

  test('no recorded part of a request, and no header of an answer, holds a key', async () => {
    await using server = await openServer((request, response) => {
      response.setHeader('x-echo', request.headers.authorization ?? '').end()
    })
    const key = 'svc_api_MadeKeyOfTheTests0123456789abcde'
    keepSecret(key)
    await using opened = openClient(server.url, { keys: { own: ownKey, made: new Map([['id', key]]) } })
    const exchange = await opened.client.send({
      method: 'POST',
      path: `/v1/public/products/${key}`,
      query: { api_key: key },
      headers: { cookie: `key=${key}` },
      json: { key },
      check,
    })
    expect(exchange.request.headers['authorization']).toBe('Bearer ***')
    expect(JSON.stringify([exchange.request, exchange.headers])).not.toMatch(/OwnKey|MadeKey/)
  })

  test('forged credentials are recorded by their scheme only', async () => {
    await using server = await openEcho()
    await using opened = openClient(server.url)
    const nearly = `${ownKey.slice(0, -1)}X`.replace('svc_', 'scv_')
    const recorded = async (authorization: string): Promise<string | undefined> => {
      const headers = { authorization }
      const exchange = await opened.client.send({ method: 'GET', path: '/', as: 'forged', headers, check })
      return exchange.request.headers['authorization']
    }
    expect(await recorded(`Bearer ${nearly}`)).toBe('Bearer ***')
    expect(await recorded(`Basic ${Buffer.from(`:${ownKey}`).toString('base64')}`)).toBe('Basic ***')
    expect(await recorded(nearly)).toBe('***')
    expect(await recorded('Bearer')).toBe('Bearer')
  })
})
