import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterAll, expect, test } from 'vitest'
import { startReference } from '../../reference/start-reference.ts'

const reference = await startReference({ seed: 'empty' })
afterAll(() => reference.close())
const { hostname, port } = new URL(reference.baseUrl)
const key = `Authorization: Bearer ${reference.keys.own}`

/** Sends lines as they are, and gives everything that comes back. */
async function sendLines(...lines: readonly string[]): Promise<string> {
  const socket = connect(Number(port), hostname)
  socket.write(`${lines.join('\r\n')}\r\nConnection: close\r\n\r\n`)
  return text(socket)
}

test.each([
  { what: 'no HTTP', lines: ['what is this'], status: 400, code: 'invalid_request' },
  { what: 'no Host', lines: ['GET /v1/public/workspaces HTTP/1.1', key], status: 400, code: 'invalid_request' },
  {
    what: 'an unknown expectation',
    lines: ['GET /v1/public/workspaces HTTP/1.1', 'Host: x', 'Expect: tea', key],
    status: 417,
    code: 'expectation_failed',
  },
  {
    what: 'a tunnel',
    lines: ['CONNECT other:443 HTTP/1.1', 'Host: other:443'],
    status: 405,
    code: 'method_not_allowed',
  },
])('$what is answered with $status and the headers of every response', async ({ lines, status, code }) => {
  const answer = await sendLines(...lines)
  expect(answer).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `))
  for (const name of ['x-request-id', 'x-ratelimit-limit', 'x-ratelimit-remaining', 'x-ratelimit-reset', 'date'])
    expect(answer.toLowerCase()).toContain(`\r\n${name}: `)
  expect(answer.toLowerCase()).toContain('\r\ncontent-type: application/json')
  expect(answer).toContain(`"error":"${code}"`)
})

test('HTTP/1.0 needs no Host', async () => {
  expect(await sendLines('GET /v1/public/workspaces HTTP/1.0', key)).toMatch(/^HTTP\/1\.1 200 /)
})
