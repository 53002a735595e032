import { expect, test, vi } from 'vitest'
import { openClient } from './open-client.ts'
import { openServer } from './open-server.ts'

const get = { method: 'GET', path: '/v1/public/workspaces', check: 'a check' }

test('a client says that it waits for the rate limit, and until when', async () => {
  const reset = Math.ceil(Date.now() / 1000) + 60
  const headers = { 'x-ratelimit-limit': '1', 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': `${reset}` }
  await using server = await openServer((_, response) => response.writeHead(200, headers).end('{}'))
  await using opened = openClient(server.url)
  await opened.client.send(get)
  expect(opened.client.waiting).toBe(undefined)
  const second = opened.client.send(get).catch(() => undefined)
  await vi.waitFor(() => expect(opened.client.waiting).toMatchObject({ reason: 'the rate limit' }))
  expect((opened.client.waiting?.until ?? 0) / 1000).toBeCloseTo(reset, -1)
  opened.client.stop()
  await second
})
