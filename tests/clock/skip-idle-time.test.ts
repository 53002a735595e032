import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { skipIdleTime } from './skip-idle-time.ts'

test('an hour is over at once, and for each who waits in its order', async () => {
  using _ = skipIdleTime()
  const started = Date.now()
  const startedToMeasure = performance.now()
  const order: string[] = []
  await Promise.all([
    pause(3_600_000).then(() => order.push('hour')),
    new Promise<void>((resolve) => setTimeout(resolve, 1000)).then(() => order.push('second')),
  ])
  expect(order).toEqual(['second', 'hour'])
  expect(Date.now() - started).toBe(3_600_000)
  // How long an answer takes is measured by this one, and held against times of the other.
  expect(performance.now() - startedToMeasure).toBe(3_600_000)
})

test('a millisecond passes with each request and none while its answer is on its way, and what the server waits for passes', async () => {
  const server = createServer((request, response) => {
    const answer = (): void => void response.end(`${Date.now()}`)
    if (request.url === '/late') void pause(2000).then(answer)
    else answer()
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port }: AddressInfo = Object(server.address())
  const ask = async (path: string): Promise<number> =>
    Number(await (await fetch(`http://127.0.0.1:${port}${path}`)).text())
  using _ = skipIdleTime()
  const started = Date.now()
  const startedToMeasure = performance.now()
  for (let asked = 0; asked < 50; asked += 1) expect(await ask('/')).toBe(started + asked + 1)
  expect(await ask('/late')).toBe(started + 51 + 2000)
  // What is measured beside requests of others lasts as long as their times say.
  expect(performance.now() - startedToMeasure).toBe(51 + 2000)
  server.close()
  server.closeAllConnections()
})
