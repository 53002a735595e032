import { describe, expect, test } from 'vitest'
import { harEntry } from '../../lib/client/har/har-entry.ts'
import { curlOf } from '../../lib/client/curl.ts'
import { forgetSecrets, keepSecret, redact } from '../../lib/client/redactor.ts'
import { summarizeExchange } from '../../lib/client/summarize-exchange.ts'
import { sanitizer } from '../../lib/report/sanitizer.ts'
import { openClient, ownKey } from './open-client.ts'
import { openServer } from './open-server.ts'

const core = 'Qx7+Zr2Lm9/TkV4bN8wYc3HsJ6dPf1Gu'
const key = `svc_api_${core}`
const each = (text: string, form: (character: string) => string): string => Array.from(text, form).join('')
const code = (character: string): number => character.codePointAt(0) ?? 0
const hex = (character: string): string => code(character).toString(16).padStart(2, '0')
const base64 = (text: string): string => Buffer.from(text).toString('base64')

/** What an echo may make of a key. */
const forms: Readonly<Record<string, (text: string) => string>> = {
  'as it is': (text) => text,
  'in capitals': (text) => text.toUpperCase(),
  reversed: (text) => Array.from(text).toReversed().join(''),
  hexadecimal: (text) => Buffer.from(text).toString('hex'),
  'hexadecimal with colons': (text) => Array.from(text, (character) => hex(character)).join(':'),
  'URL-encoded': encodeURIComponent,
  'percent-encoded wholly': (text) => each(text, (character) => `%${hex(character)}`),
  'percent-encoded twice': (text) => each(text, (character) => `%25${hex(character)}`),
  'decimal entities': (text) => each(text, (character) => `&#${code(character)};`),
  'hexadecimal entities': (text) => each(text, (character) => `&#x${hex(character)};`),
  'named entities': (text) => text.replaceAll('+', '&plus;').replaceAll('/', '&sol;'),
  'unicode escapes': (text) => each(text, (character) => String.raw`\u00${hex(character)}`),
  'escapes of some': (text) => text.replaceAll('+', String.raw`\u002b`).replaceAll('/', String.raw`\/`),
  'hexadecimal escapes': (text) => each(text, (character) => String.raw`\x${hex(character)}`),
  'spaces inside': (text) => each(text, (character) => `${character} `),
  'line breaks inside': (text) => text.replaceAll(/.{5}/g, '$&\r\n'),
  'escaped line breaks inside': (text) => text.replaceAll(/.{5}/g, String.raw`$&\n`),
  Base64: base64,
  'Base64 behind a colon': (text) => base64(`:${text}`),
  'Base64 behind two characters': (text) => base64(`a:${text}`),
  'Base64 wrapped': (text) => base64(text).replaceAll(/.{20}/g, '$&\n'),
  'Base64 twice': (text) => base64(base64(text)),
  'Base64 twice, behind characters': (text) => base64(`x${base64(`a:${text}`)}`),
  'a long part of it': (text) => text.slice(8, 34),
}

/** Whether anything of a key can be read out of a text, in any of the forms. */
function leaks(text: string): boolean {
  const plain = text.replaceAll(/[^a-z0-9]/gi, '').toLowerCase()
  return Object.values(forms).some((form) => {
    const echoed = form(key)
      .replaceAll(/[^a-z0-9]/gi, '')
      .toLowerCase()
    return plain.includes(echoed.slice(echoed.length / 3, echoed.length / 3 + 24))
  })
}

describe.each(Object.entries(forms))('a key that is echoed: %s', (_, form) => {
  const echoed = form(key)

  test.each([
    ['text', `before ${echoed} after`],
    ['JSON', JSON.stringify({ message: `it is ${echoed}` })],
    ['a page', `<p title="${echoed}">`],
  ])('is in no redacted %s', (__, text) => {
    keepSecret(key)
    expect(leaks(redact(text))).toBe(false)
    expect(leaks(sanitizer()(text))).toBe(false)
  })

  test('is in no summary, archive entry or command of an exchange', async () => {
    keepSecret(key)
    await using server = await openServer((_request, response) => {
      response.writeHead(200, {
        'content-type': 'application/json',
        'x-echo': encodeURI(echoed.replaceAll(/\s/g, ' ')),
      })
      response.end(JSON.stringify({ name: echoed, message: `your key ${echoed} is unknown` }))
    })
    await using opened = openClient(server.url, { keys: { own: key } })
    const exchange = await opened.client.send({ method: 'GET', path: '/v1/public/workspaces', check: 'echo' })
    const outputs = [JSON.stringify(summarizeExchange(exchange)), JSON.stringify(harEntry(exchange)), curlOf(exchange)]
    expect(outputs.filter((output) => leaks(output))).toEqual([])
  })
})

test('what holds no key is left as it is', () => {
  forgetSecrets()
  keepSecret(ownKey)
  const texts = [
    'The quick brown fox jumps over the lazy dog; %41%42 &amp; \\u0041',
    '{"id":"6f1e2d3c-4b5a-6978-8796-a5b4c3d2e1f0","createdAt":"2026-01-01T00:00:00.000Z"}',
    Buffer.from('some ordinary text that is long enough to be looked at').toString('base64'),
  ]
  for (const text of texts) expect(redact(text)).toBe(text)
})
