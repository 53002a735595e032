import { subscribe } from 'node:diagnostics_channel'
import type { Socket } from 'node:net'
import { setImmediate, setTimeout } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { skipIdleTimeInThisFile } from '../clock/skip-idle-time.ts'
import { openClient } from './open-client.ts'
import { openServer } from './open-server.ts'

// Connections are kept for half a second: a machine that stands still for longer finds them closed.
skipIdleTimeInThisFile()

const check = 'a race'

/** Resolves when a socket of the client is closed, by whichever side. */
function closing(socket: Socket): Promise<void> {
  return new Promise((resolve) => socket.once('close', () => resolve()))
}

describe('simultaneously', () => {
  test('sends each request over a connection of its own, and answers in their order', async () => {
    const ports = new Set<number | undefined>()
    await using server = await openServer((request, response) => {
      ports.add(request.socket.remotePort)
      response.setHeader('content-type', 'application/json').end(JSON.stringify(request.url))
    })
    await using opened = openClient(server.url)
    const paths = Array.from({ length: 10 }, (_, index) => `/${index}`)
    const exchanges = await opened.client.simultaneously(
      paths.map((path) => ({ method: 'POST', path, json: {}, check })),
    )
    expect(exchanges.map(({ json }) => json)).toEqual(paths)
    expect(ports.size).toBe(10)
    expect(opened.client.sent).toBe(10)
  })

  test('takes the connections of the race before, and others for those that are closed', async () => {
    const sockets = new Set<Socket>()
    const closed: Array<Promise<void>> = []
    subscribe('net.client.socket', (message) => closed.push(closing(Object(message).socket)))
    await using server = await openServer((request, response) => {
      sockets.add(request.socket)
      response.end()
    })
    await using opened = openClient(server.url)
    const race = [1, 2, 3].map(() => ({ method: 'POST', path: '/', check }))
    for (const requests of [race, race]) await opened.client.simultaneously(requests)
    expect(sockets.size).toBe(3)
    for (const socket of sockets) socket.destroy()
    await Promise.all(closed)
    await expect(opened.client.simultaneously(race)).resolves.toHaveLength(3)
    expect(sockets.size).toBe(6)
  })

  test('has all requests open at once, also beyond the concurrency', async () => {
    const held: Array<() => void> = []
    await using server = await openServer((_, response) => {
      held.push(() => response.end())
      if (held.length === 8) for (const answer of held) answer()
    })
    await using opened = openClient(server.url, { concurrency: 2 })
    const requests = Array.from({ length: 8 }, () => ({ method: 'POST', path: '/', check }))
    await expect(opened.client.simultaneously(requests)).resolves.toHaveLength(8)
  })

  test('works where every answer closes its connection', async () => {
    await using server = await openServer((_, response) => response.setHeader('connection', 'close').end())
    await using opened = openClient(server.url)
    const requests = Array.from({ length: 4 }, () => ({ method: 'POST', path: '/', check }))
    await opened.client.simultaneously(requests)
    await expect(opened.client.simultaneously(requests)).resolves.toHaveLength(4)
  })

  test('is not kept out by many small requests', async () => {
    await using server = await openServer((_, response) => {
      void setTimeout(2).then(() => response.end())
    })
    await using opened = openClient(server.url, { concurrency: 2 })
    const single = (path: string): Promise<unknown> => opened.client.send({ method: 'GET', path, check })
    const before = single('/before')
    const race = opened.client.simultaneously([1, 2].map(() => ({ method: 'GET', path: '/race', check })))
    // The race is in the queue before the others come.
    await setImmediate()
    const singles = Array.from({ length: 40 }, () => single('/single'))
    await race
    expect(opened.client.sent).toBeLessThan(30)
    await Promise.all([before, ...singles])
  })

  test('sends what was refused with 429 again', async () => {
    let requests = 0
    await using server = await openServer((_, response) => {
      requests += 1
      response.writeHead(requests === 2 ? 429 : 201, { 'retry-after': '0' }).end()
    })
    await using opened = openClient(server.url)
    const exchanges = await opened.client.simultaneously([1, 2, 3].map(() => ({ method: 'POST', path: '/', check })))
    expect(exchanges.map(({ status }) => status)).toEqual([201, 201, 201])
    expect(opened.exchanges).toHaveLength(4)
  })

  test('of nothing sends nothing', async () => {
    await using opened = openClient('http://127.0.0.1:1')
    await expect(opened.client.simultaneously([])).resolves.toEqual([])
  })
})
