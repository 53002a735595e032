import { createServer, type Server } from 'node:http'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { DeadlineError } from '../../lib/client/unsent-errors.ts'
import { TransportError } from '../../lib/client/transport-error.ts'
import { skipIdleTimeInThisFile } from '../clock/skip-idle-time.ts'
import { openClient } from './open-client.ts'
import { portOfItsOwn } from './port-of-its-own.ts'
import { untilRefused } from './until-refused.ts'

const post = { method: 'POST', path: '/v1/public/products', json: {}, endpoint: 'createProduct', check: 'c' } as const

skipIdleTimeInThisFile()

/** A service that goes away and comes back at the same port. */
async function openRestarting(onRequest: () => void = () => undefined) {
  const listen = async (port: number): Promise<Server> => {
    const server = createServer((_, response) => {
      onRequest()
      // No connection is kept: a kept one that the service has just closed may take a request before its end is noticed.
      response.writeHead(200, { connection: 'close' }).end('{}')
    }).listen(port, '127.0.0.1')
    await once(server, 'listening')
    return server
  }
  const port = await portOfItsOwn()
  let server = await listen(port)
  const goAway = async (): Promise<void> => {
    if (!server.listening) return
    const closed = once(server, 'close')
    server.close()
    server.closeAllConnections()
    await closed
    await untilRefused(port)
  }
  return {
    url: `http://127.0.0.1:${port}`,
    goAway,
    comeBack: async () => {
      server = await listen(port)
    },
    [Symbol.asyncDispose]: goAway,
  }
}

test('what is sent while a target restarts is held, and sent once', async () => {
  let asked = 0
  await using service = await openRestarting(() => (asked += 1))
  await using opened = openClient(service.url)
  await opened.client.send(post)
  await service.goAway()
  const sending = Array.from({ length: 10 }, () => opened.client.send(post))
  const racing = opened.client.simultaneously([post, post])
  await sleep(30_000)
  await service.comeBack()
  const answers = [...(await Promise.all(sending)), ...(await racing)]
  expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 12 }, () => 200))
  expect(asked).toBe(13)
})

test('a target that stays away is waited for so long and no longer', async () => {
  await using service = await openRestarting()
  await using opened = openClient(service.url, { longestOutageMs: 10_000 })
  await opened.client.send(post)
  await service.goAway()
  const away = Date.now()
  await expect(opened.client.send(post)).rejects.toThrow(TransportError)
  const given = Date.now()
  expect(given - away).toBeGreaterThanOrEqual(10_000)
  await expect(opened.client.send(post)).rejects.toThrow(TransportError)
  expect(Date.now()).toBe(given)
})

test('a target that was never there is not waited for', async () => {
  await using service = await openRestarting()
  await service.goAway()
  await using opened = openClient(service.url)
  await expect(opened.client.send(post)).rejects.toThrow('refused')
})

test('the wait for a target ends with the run', async () => {
  await using service = await openRestarting()
  await using opened = openClient(service.url)
  await opened.client.send(post)
  await service.goAway()
  const sending = opened.client.send(post)
  await sleep(1000)
  opened.client.stop()
  await expect(sending).rejects.toThrow(DeadlineError)
})

test('the wait for a target ends with the deadline', async () => {
  await using service = await openRestarting()
  await using opened = openClient(service.url, { deadline: Date.now() + 20_000 })
  await opened.client.send(post)
  await service.goAway()
  await expect(opened.client.send(post)).rejects.toThrow(DeadlineError)
})
