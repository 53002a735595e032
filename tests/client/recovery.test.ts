import type { IncomingMessage, ServerResponse } from 'node:http'
import { expect, test } from 'vitest'
import type { RequestDescription } from '../../lib/client/request-description.ts'
import type { TransportError } from '../../lib/client/transport-error.ts'
import { skipIdleTimeInThisFile } from '../clock/skip-idle-time.ts'
import { openClient } from './open-client.ts'
import { openServer } from './open-server.ts'

skipIdleTimeInThisFile()

const check = 'a check'
const workspaces: RequestDescription = {
  method: 'GET',
  path: '/v1/public/workspaces',
  endpoint: 'listWorkspaces',
  check,
}
const products: RequestDescription = { method: 'GET', path: '/v1/public/products', endpoint: 'listProducts', check }
const creation: RequestDescription = {
  method: 'POST',
  path: '/v1/public/products',
  json: {},
  endpoint: 'createProduct',
  check,
}

type Answer = (request: IncomingMessage, response: ServerResponse) => void

const sound: Answer = (_, response) => {
  response.writeHead(200, { 'content-type': 'application/json' }).end('{}')
}
const gateway =
  (status: number, body = '<html>Bad Gateway</html>'): Answer =>
  (_, response) => {
    response.writeHead(status, { 'content-type': 'text/html' }).end(body)
  }
const dropped: Answer = (_, response) => response.socket?.resetAndDestroy()

/** A service whose answer to each request is decided by its number, from 0, and by what was asked. */
async function openService(answerTo: (number: number, asked: string) => Answer) {
  const asked: string[] = []
  const server = await openServer((request, response) => {
    const line = `${request.method} ${request.url}`
    asked.push(line)
    answerTo(asked.length - 1, line)(request, response)
  })
  return { url: server.url, asked, [Symbol.asyncDispose]: () => server[Symbol.asyncDispose]() }
}

test.each([
  ['502 as HTML', gateway(502)],
  ['503 with a time', gateway(503, 'later')],
  ['504 without a body', gateway(504, '')],
])('%s to whatever is asked is waited out, and told to nobody', async (_, away) => {
  await using service = await openService((number) => (number > 0 && number < 40 ? away : sound))
  await using opened = openClient(service.url)
  await opened.client.send(workspaces)
  const answers = await Promise.all([products, products, workspaces].map((request) => opened.client.send(request)))
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
  expect(opened.exchanges.map(({ status }) => status)).toEqual([200, 200, 200, 200])
})

test('a write that a gateway answered is not sent again, and may be begun anew', async () => {
  await using service = await openService((number) => (number > 0 && number < 4 ? gateway(502) : sound))
  await using opened = openClient(service.url)
  await opened.client.send(workspaces)
  await expect(opened.client.send(creation)).rejects.toMatchObject({ kind: 'gateway', mayPass: true })
  expect(service.asked.filter((line) => line.startsWith('POST'))).toHaveLength(1)
})

test('a gateway that answers for good is asked no more', async () => {
  await using service = await openService((number) => (number > 0 ? gateway(502) : sound))
  await using opened = openClient(service.url, { longestOutageMs: 5000 })
  await opened.client.send(workspaces)
  await expect(opened.client.send(products)).rejects.toMatchObject({ kind: 'outage' })
  const asked = service.asked.length
  await expect(opened.client.send(products)).rejects.toMatchObject({ kind: 'outage', mayPass: false })
  expect(service.asked).toHaveLength(asked)
  expect(opened.exchanges).toHaveLength(1)
})

test.each([products, creation])('a 502 to one request each time is its own breakdown: $method', async (request) => {
  await using service = await openService((_, line) => (line.includes('products') ? gateway(502) : sound))
  await using opened = openClient(service.url)
  await opened.client.send(workspaces)
  const tries = Array.from({ length: 4 }, () => () => opened.client.send(request))
  const statuses: unknown[] = []
  for (const send of tries)
    statuses.push(
      await send().then(
        ({ status }) => status,
        ({ kind }: TransportError) => kind,
      ),
    )
  expect(statuses.at(-1)).toBe(502)
  expect(opened.exchanges.some(({ status }) => status === 502)).toBe(true)
})

test('a read that is dropped each time is held against the target, once it was asked again', async () => {
  await using service = await openService((_, line) => (line.includes('products') ? dropped : sound))
  const unanswered: string[] = []
  await using opened = openClient(service.url, {
    onUnanswered: ({ request, status }) => unanswered.push(`${request.method} ${request.path} ${status}`) > 0,
  })
  await opened.client.send(workspaces)
  await expect(opened.client.send(products)).rejects.toMatchObject({ kind: 'reset', isHeldAgainst: true })
  expect(service.asked.filter((line) => line.includes('products'))).toHaveLength(4)
  expect(unanswered).toEqual(['GET /v1/public/products 0'])
})

test('a read that is never answered is given twice the time before that is held against the target', async () => {
  await using service = await openService((_, line) => (line.includes('products') ? () => undefined : sound))
  await using opened = openClient(service.url, { timeoutMs: 1000, onUnanswered: () => true })
  await opened.client.send(workspaces)
  const before = Date.now()
  await expect(opened.client.send(products)).rejects.toMatchObject({ kind: 'timeout', isHeldAgainst: true })
  expect(Date.now() - before).toBeGreaterThanOrEqual(7000)
})

test('a read that is slow, but comes within twice the time, is an answer', async () => {
  await using service = await openService((_, line) =>
    line.includes('products') ? (request, response) => setTimeout(() => sound(request, response), 1500) : sound,
  )
  await using opened = openClient(service.url, { timeoutMs: 1000, onUnanswered: () => true })
  await opened.client.send(workspaces)
  expect(await opened.client.send(products)).toMatchObject({ status: 200 })
})

test('what is dropped together with everything else is held against nobody', async () => {
  await using service = await openService((number) => (number > 0 ? dropped : sound))
  await using opened = openClient(service.url, { longestOutageMs: 2000, onUnanswered: () => true })
  await opened.client.send(workspaces)
  await expect(opened.client.send(products)).rejects.toMatchObject({ kind: 'outage', isHeldAgainst: false })
})

test('one connection of several that breaks is asked again, and told to nobody', async () => {
  await using service = await openService((number) => (number % 5 === 4 ? dropped : sound))
  await using opened = openClient(service.url, { onUnanswered: () => true })
  await opened.client.send(workspaces)
  const answers = await Promise.all(Array.from({ length: 40 }, () => opened.client.send(products)))
  expect(answers.every(({ status }) => status === 200)).toBe(true)
})
