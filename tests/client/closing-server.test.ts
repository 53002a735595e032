import type { Socket } from 'node:net'
import { expect, test } from 'vitest'
import { openClient } from './open-client.ts'
import { openSocketServer } from './open-server.ts'

const post = { method: 'POST', path: '/v1/public/workspaces', check: 'a check', json: {} }
const get = { ...post, method: 'GET', json: undefined }
const answer = 'HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\n{}'

/** A server that is done with each connection after its first answer: whatever is sent over it meets the end. */
function openClosingServer() {
  const answered = new WeakSet<Socket>()
  return openSocketServer((socket) => {
    if (answered.has(socket)) socket.resetAndDestroy()
    else socket.write(answer)
    answered.add(socket)
  })
}

/** How many of so many requests, one after another, were lost. */
async function lostOf(count: number, send: () => Promise<unknown>): Promise<number> {
  let lost = 0
  for (let sent = 0; sent < count; sent += 1) await send().catch(() => (lost += 1))
  return lost
}

test('a target that closes idle connections at once costs a run two writes at most', async () => {
  await using server = await openClosingServer()
  await using opened = openClient(server.url)
  expect(await lostOf(60, () => opened.client.send(post))).toBeLessThanOrEqual(2)
})

test('it costs no read at all, and races go on', async () => {
  await using server = await openClosingServer()
  await using opened = openClient(server.url)
  expect(await lostOf(20, () => opened.client.send(get))).toBe(0)
  expect(await lostOf(20, () => opened.client.simultaneously([get, get]))).toBeLessThanOrEqual(2)
})
