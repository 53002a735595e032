import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { curlOf } from '../../lib/client/curl.ts'
import { harEntry } from '../../lib/client/har/har-entry.ts'
import { forgetSecrets, keepSecret, redact } from '../../lib/client/redactor.ts'
import { summarizeExchange } from '../../lib/client/summarize-exchange.ts'
import { sanitizer } from '../../lib/report/sanitize.ts'
import { keyForms, leaks } from './key-forms.ts'
import { openClient, ownKey } from './open-client.ts'
import { openServer } from './open-server.ts'

const keys = {
  documented: 'svc_api_Qx7Zr2Lm9-TkV4bN8wYc3HsJ6dPf1GuAe5Xo0Ki',
  'with other characters': 'Qx7Zr2Lm9TkV4b+N8wYc3HsJ6dPf1/GuAe5Xo0KiRt2',
}

beforeEach(() => Object.values(keys).forEach((key) => keepSecret(key)))
afterEach(forgetSecrets)

describe.each(Object.entries(keys))('a key (%s)', (_, key) => {
  test.each(Object.entries(keyForms))('that is echoed %s is in no output', async (__, form) => {
    const echoed = form(key)
    expect(leaks(echoed, key)).toBe(true)
    const texts = [`before ${echoed} after`, JSON.stringify({ message: `it is ${echoed}` }), `<p title="${echoed}">`]
    for (const text of texts)
      for (const clean of [redact(text), sanitizer()(text)]) {
        expect(clean).toContain('***')
        expect(leaks(clean, key)).toBe(false)
      }
    expect(redact(`before ${echoed} after`)).toMatch(/^before .*\*\*\*.* after$/s)
    expect(() => JSON.parse(redact(JSON.stringify({ a: `"${echoed}"` })))).not.toThrow()
  })
})

test.each(Object.entries(keyForms))('an exchange that echoes a key %s shows it nowhere', async (_, form) => {
  const key = keys['with other characters']
  const echoed = form(key)
  await using server = await openServer((__, response) => {
    response.writeHead(200, {
      'content-type': 'application/json',
      'x-echo': echoed.replaceAll(/\s+/g, ' '),
      'x-one': key.slice(0, 14),
      'x-other': key.slice(14),
    })
    response.end(JSON.stringify({ name: echoed, message: `your key ${echoed} is unknown` }))
  })
  await using opened = openClient(server.url, { keys: { own: key } })
  const exchange = await opened.client.send({ method: 'GET', path: '/v1/public/workspaces', check: 'echo' })
  const outputs = [JSON.stringify(summarizeExchange(exchange)), JSON.stringify(harEntry(exchange)), curlOf(exchange)]
  expect(outputs.filter((output) => leaks(output, key))).toEqual([])
})

test('what looks like a key of the service is replaced, known or not', () => {
  expect(redact('"svc_api_AbCdEf012345-_x", next')).toBe('"***", next')
  expect(redact('a key begins with svc_api_')).toBe('a key begins with svc_api_')
})

test('what holds fewer than twelve characters of a key is left as it is', () => {
  const key = keys['with other characters']
  const texts = [
    key.slice(0, 11),
    `${key.slice(0, 11)} ${key.slice(20, 31)}`,
    Buffer.from(key.slice(3, 9)).toString('hex'),
  ]
  for (const text of texts) expect(redact(text)).toBe(text)
})

test('what holds no key is left as it is', () => {
  keepSecret(ownKey)
  keepSecret('too short')
  const texts = [
    'The quick brown fox jumps over the lazy dog; %41%42 &amp; \\u0041; this is too short',
    '{"id":"6f1e2d3c-4b5a-6978-8796-a5b4c3d2e1f0","createdAt":"2026-01-01T00:00:00.000Z"}',
    Buffer.from('some ordinary text that is long enough to be looked at').toString('base64'),
    Buffer.from('some ordinary text that is long enough to be looked at').toString('hex'),
    JSON.stringify(Buffer.from('some ordinary text that is long enough to be looked at')),
    '100, 110, 120, 34, 56, 78, 90, 100, 110, 120, 34, 56, 78, 90, 100, 110, 120',
    String.raw`C:\163\166\143\137 İstanbul İİİİ ${'\u0000'.repeat(40)}`,
  ]
  for (const text of texts) expect(redact(text)).toBe(text)
})

test('random texts hold no key', () => {
  for (let round = 0; round < 500; round += 1) {
    const bytes = crypto.getRandomValues(new Uint8Array(300))
    const text = `${Buffer.from(bytes).toString('base64')} ${Buffer.from(bytes).toString('hex')} ${bytes.join(' ')}`
    expect(redact(text)).toBe(text)
  }
})

test.each(['7', '7,', '73', '73 ', '115,', '%73', 'a', '\\u0073', '&#115;', '0x73'])(
  'four million characters of %j are redacted in a moment',
  (piece) => {
    const key = keys.documented
    const clean = redact(`${piece.repeat(4e6 / piece.length)} ${key} ${piece.repeat(100)}`)
    expect(leaks(clean.slice(-1500), key)).toBe(false)
  },
)
