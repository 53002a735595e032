import { request } from 'node:http'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createControls } from '../../reference/controls.ts'
import { startReference, type Reference } from '../../reference/start-reference.ts'

let reference: Reference
beforeAll(async () => {
  reference = await startReference()
})
afterAll(() => reference.close())

interface Asked {
  readonly path: string
  readonly headers?: Readonly<Record<string, string>>
}

function ask({ path, headers = {} }: Asked): Promise<number> {
  const { hostname, port } = new URL(reference.controlUrl)
  return new Promise((resolve, reject) => {
    const asked = request({ hostname, port, path, method: 'POST', headers }, (answer) => {
      answer.resume()
      resolve(answer.statusCode ?? 0)
    })
    asked.on('error', reject)
    asked.end()
  })
}

const publish = '/products/00000000-0000-4000-8000-000000000000/publish'
const withToken = (path: string): string => `${new URL(reference.controlUrl).pathname}${path}`

test.each([
  { what: 'without the token', asked: () => ({ path: publish }) },
  { what: 'with another token', asked: () => ({ path: `/${'a'.repeat(24)}${publish}` }) },
  { what: 'under another host', asked: () => ({ path: withToken(publish), headers: { host: 'rebound.example' } }) },
  { what: 'from a page', asked: () => ({ path: withToken(publish), headers: { origin: 'http://evil.example' } }) },
  {
    what: 'from a page without an origin',
    asked: () => ({ path: withToken(publish), headers: { 'sec-fetch-site': 'cross-site' } }),
  },
])('the control plane refuses a request $what', async ({ asked }) => {
  expect(await ask(asked())).toBe(403)
})

test('the control plane answers who knows its address', async () => {
  expect(await ask({ path: withToken(publish) })).toBe(404)
  expect(await ask({ path: withToken(publish), headers: { host: 'localhost:1' } })).toBe(404)
  const controls = createControls(reference.controlUrl)
  await controls.setRateLimit({ limit: 70, windowSeconds: 5 })
  expect(await controls.getRateLimit()).toEqual({ limit: 70, windowSeconds: 5 })
  await controls.setRateLimit(null)
  expect(await controls.getRateLimit()).toBeNull()
})
