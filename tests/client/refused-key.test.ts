import { expect, test } from 'vitest'
import { TransportError } from '../../lib/client/transport-error.ts'
import { openClient } from './open-client.ts'
import { openServer } from './open-server.ts'

const list = { method: 'GET', path: '/v1/public/workspaces', endpoint: 'listWorkspaces', check: 'c' } as const
const read = { method: 'GET', path: '/v1/public/products/1', endpoint: 'getProduct', check: 'c' } as const

/** A service that answers 401 from a moment on, everywhere or at one place. */
async function openRefusing() {
  const asked: string[] = []
  let refused: string | undefined
  const server = await openServer((request, response) => {
    asked.push(request.url ?? '')
    const isRefused = refused !== undefined && (request.url ?? '').includes(refused)
    response.writeHead(isRefused ? 401 : 200, { 'content-type': 'application/json' })
    response.end(isRefused ? '{"error":"unauthorized","message":"no"}' : '{"items":[],"count":0}')
  })
  return {
    url: server.url,
    asked,
    refuse: (place: string): void => {
      refused = place
    },
    [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
  }
}

test.each([
  { what: 'a request', request: read },
  { what: 'a request with a mistake in it', request: { ...read, broken: 'an invalid id' } },
])('a key that was accepted and is refused everywhere, as $what shows, ends the run', async ({ request }) => {
  await using service = await openRefusing()
  await using opened = openClient(service.url)
  await opened.client.send(list)
  await opened.client.send(read)
  service.refuse('')
  const refused = opened.client.send(request)
  await expect(refused).rejects.toThrow(TransportError)
  await expect(refused).rejects.toThrow(/^outage: the target has refused the API key of the run since /)
  const before = service.asked.length
  await expect(opened.client.send(list)).rejects.toThrow('no more requests were sent')
  expect(service.asked.length).toBe(before)
})

test.each([
  { what: 'at one place', refuses: 'products', request: read },
  { what: 'without a key', refuses: '', request: { ...read, as: 'none' } as const },
  { what: 'by a check of the key itself', refuses: '', request: { ...read, judgesKey: true } },
])('a 401 $what is an answer', async ({ refuses, request }) => {
  await using service = await openRefusing()
  await using opened = openClient(service.url)
  await opened.client.send(list)
  await opened.client.send(read)
  service.refuse(refuses)
  expect(await opened.client.send(request)).toMatchObject({ status: 401 })
})

test('a key that was never accepted is refused like any other', async () => {
  await using service = await openRefusing()
  service.refuse('')
  await using opened = openClient(service.url)
  expect(await opened.client.send(list)).toMatchObject({ status: 401 })
})
