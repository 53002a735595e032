import { expect, test } from 'vitest'
import { openClient } from './open-client.ts'
import { openServer } from './open-server.ts'

const get = { method: 'GET', path: '/v1/public/workspaces', check: 'a check' }

test('a client says that it waits for the rate limit, and until when', async () => {
  const reset = Math.ceil(Date.now() / 1000) + 60
  const headers = { 'x-ratelimit-limit': '1', 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': `${reset}` }
  await using server = await openServer((_, response) => {
    // Without a date the clock of the target is ours, however long the answer is on its way.
    response.sendDate = false
    response.writeHead(200, headers).end('{}')
  })
  await using opened = openClient(server.url)
  await opened.client.send(get)
  expect(opened.client.waiting).toBe(undefined)
  const second = opened.client.send(get).catch(() => undefined)
  await expect.poll(() => opened.client.waiting).toEqual({ reason: 'the rate limit', until: reset * 1000 })
  opened.client.stop()
  await second
})
