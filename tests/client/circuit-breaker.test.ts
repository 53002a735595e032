import { expect, test } from 'vitest'
import { CircuitBreaker } from '../../lib/client/outage.ts'
import { skipIdleTimeInThisFile } from '../clock/skip-idle-time.ts'
import { openClient } from './open-client.ts'
import { openServer } from './open-server.ts'

skipIdleTimeInThisFile()

const get = { method: 'GET', path: '/v1/public/workspaces', endpoint: 'listWorkspaces', check: 'c' } as const

test('an endpoint that never answers is asked five times, others go on', async () => {
  await using server = await openServer((request, response) => {
    if (request.url === '/v1/public/products') response.end('{}')
  })
  await using opened = openClient(server.url, { timeoutMs: 250, concurrency: 1 })
  for (let time = 0; time < 5; time += 1) await expect(opened.client.send(get)).rejects.toThrow('timeout: no')
  await expect(opened.client.send(get)).rejects.toThrow('not sent')
  const answer = await opened.client.send({ ...get, path: '/v1/public/products', endpoint: 'listProducts' })
  expect(answer.status).toBe(200)
})

test('an answer in between begins the count anew', async () => {
  let asked = 0
  await using server = await openServer((_, response) => {
    asked += 1
    if (asked % 4 === 0) response.end('{}')
  })
  await using opened = openClient(server.url, { timeoutMs: 600, concurrency: 1 })
  const outcomes: string[] = []
  for (let time = 0; time < 12; time += 1)
    outcomes.push(
      await opened.client.send(get).then(
        () => 'answered',
        (error: Error) => error.message,
      ),
    )
  expect(outcomes.filter((outcome) => outcome.includes('not sent'))).toEqual([])
  expect(outcomes).toContain('answered')
})

test('after a while one request tries whether an endpoint answers again, and an answer lets all through', () => {
  let now = 0
  const breaker = new CircuitBreaker(() => now)
  for (let time = 0; time < 5; time += 1) breaker.timedOut('listProducts')
  expect(breaker.reasonAgainst('listProducts')).toContain('not sent')
  now += 20_000
  expect(breaker.reasonAgainst('listProducts')).toBeUndefined()
  expect(breaker.reasonAgainst('listProducts')).toContain('not sent')
  breaker.answered('listProducts')
  expect(breaker.reasonAgainst('listProducts')).toBeUndefined()
})

test('after a while one request tries whether a target that hung answers again', () => {
  let now = 0
  const breaker = new CircuitBreaker(() => now)
  for (let time = 0; time < 16; time += 1) breaker.timedOut(`endpoint ${time}`)
  expect(breaker.reasonAgainst('listProducts')).toContain('the last 16 requests')
  now += 20_000
  expect([1, 2].map(() => breaker.reasonAgainst('listProducts') === undefined)).toEqual([true, false])
})

test('a request is cut short by the deadline', async () => {
  await using server = await openServer(() => undefined)
  await using opened = openClient(server.url, { deadline: Date.now() + 1500 })
  const started = Date.now()
  await expect(opened.client.send(get)).rejects.toThrow('deadline: no answer within')
  // By the test's clock, the request that came took a millisecond.
  expect(Date.now() - started).toBe(1501)
})
