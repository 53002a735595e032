import { expect, test } from 'vitest'
import { harEntry } from '../../lib/client/har/har-entry.ts'
import { jsonLine } from '../../lib/client/har/har-log.ts'
import { keepSecret } from '../../lib/client/redactor.ts'
import { exchangeOf, type Answer } from '../passive/exchange-of.ts'

const contentOf = (answer: Answer) => harEntry(exchangeOf(answer)).response.content

test('an entry names its check, its requirements, its key and what is wrong on purpose', () => {
  const exchange = { ...exchangeOf({ broken: 'limit 0' }), identity: 'other-organization' as const }
  expect(harEntry(exchange, ['PAGE-01', 'PAGE-02']).comment).toBe(
    'PAGE-01 PAGE-02: a check; key: other-organization; wrong on purpose: limit 0',
  )
  expect(harEntry(exchangeOf({})).comment).toBe('a check')
})

test('a key that the target echoes is in no part of an entry', () => {
  const secret = 'a-secret-of-the-archive'
  keepSecret(secret)
  const entry = harEntry(
    exchangeOf({
      json: { you: secret },
      headers: { location: `/${secret}`, [secret]: secret, 'content-type': `text/${secret}` },
    }),
  )
  expect(JSON.stringify(entry)).not.toContain(secret)
  expect(entry.response.content.text).toBe('{"you":"***"}')
  expect(entry.response.redirectURL).toBe('/***')
})

test.each([4090, 5000, 5110])('no part of a key that begins at character %i of a long body is kept', (offset) => {
  keepSecret('zq-straddling-secret')
  const body = `${'x'.repeat(offset)}zq-straddling-secret${'y'.repeat(50_000)}`
  const { text = '', comment } = contentOf({ body })
  expect(text).not.toContain('zq')
  expect(text.length).toBeLessThanOrEqual(4096)
  expect(comment).toMatch(/^its first \d+ characters of 5\d+ bytes, sha256 [0-9a-f]{64}$/)
})

test('of a body full of keys the half one at the bound is not kept', () => {
  keepSecret('svc_api_0123456789012345678901234567890123456789')
  const { text } = contentOf({ body: 'svc_api_0123456789012345678901234567890123456789 '.repeat(200) })
  expect(text?.replaceAll('*** ', '')).toBe('')
})

test('a body that fits is kept as it is, without a comment', () => {
  expect(contentOf({ body: 'é'.repeat(4096) })).toEqual({
    size: 8192,
    mimeType: 'application/json',
    text: 'é'.repeat(4096),
  })
})

test('bytes that are no text are named by length and digest', () => {
  const content = contentOf({ body: new Uint8Array([0x25, 0x50, 0xff, 0xfe]) })
  expect(content.text).toBeUndefined()
  expect(content.comment).toMatch(/^no text: 4 bytes, sha256 /)
})

test('a long text whose bound cuts a character is still text', () => {
  expect(contentOf({ body: `a${'€'.repeat(40_000)}` }).text).toMatch(/^a€+$/)
})

test.each([
  ['/v1/public/products?q=a%20b', '/v1/public/products?q=a%20b'],
  ['/v1/public/../x', '/v1/public/../x'],
  ['/v1/public/a b|\\{ü}%zz#[x]', '/v1/public/a%20b%7C%5C%7B%C3%BC%7D%25zz%23%5Bx%5D'],
])('the path %s is the URI %s', (path, uri) => {
  const { request } = harEntry(exchangeOf({ path }))
  expect(request.url).toBe(`http://127.0.0.1${uri}`)
  expect(request.comment === undefined).toBe(path === uri)
})

test('a line of the archive is one line, whatever is in it, and moves no terminal', () => {
  const data = { text: 'a\nb\u2028c\u2029d\u009b1m\u202e\u001b[2J' }
  expect(jsonLine(data)).toMatch(/^[ -~]+$/)
  expect(JSON.parse(jsonLine(data))).toEqual(data)
})
