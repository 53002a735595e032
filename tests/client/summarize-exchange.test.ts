import { describe, expect, test } from 'vitest'
import type { Exchange } from '../../lib/client/exchange.ts'
import { recordBody } from '../../lib/client/prepare-request.ts'
import { keepSecret } from '../../lib/client/redactor.ts'
import { summarizeExchange } from '../../lib/client/summarize-exchange.ts'

function exchangeWith(answer: string | Uint8Array, headers: Readonly<Record<string, string>> = {}): Exchange {
  const body = Buffer.from(answer)
  return {
    sequence: 1,
    endpoint: undefined,
    identity: 'own',
    check: 'a check',
    broken: undefined,
    request: {
      method: 'POST',
      path: '/a',
      url: 'http://localhost/a',
      headers: {},
      body: recordBody(Buffer.from('{}')),
    },
    status: 200,
    headers,
    body,
    bodyBytes: body.length,
    bodyTruncated: false,
    sha256: 'digest',
    json: undefined,
    jsonProblem: undefined,
    startedAt: 0,
    durationMs: 1,
  }
}

function actorOfKeyFrom(from: number): unknown {
  const sent = exchangeWith('')
  const keyed = { headers: { authorization: ['Bearer ', { of: 'revoked' as const, from, to: 40 }] } }
  return summarizeExchange({ ...sent, identity: 'forged', request: { ...sent.request, keyed } }).actor
}

describe('summarizeExchange', () => {
  test('replaces a key that the target echoes', () => {
    keepSecret('a-secret-of-this-test')
    const summary = summarizeExchange(
      exchangeWith('{"you":"a-secret-of-this-test"}', { 'x-echo': 'a-secret-of-this-test' }),
    )
    expect(summary.responseBody).toBe('{"you":"***"}')
    expect(summary.responseHeaders).toEqual({ 'x-echo': '***' })
  })

  test('names the revoked key where a check wrote it by itself', () => {
    expect([actorOfKeyFrom(0), actorOfKeyFrom(3)]).toEqual(['revoked', 'forged'])
  })

  test('replaces a key that straddles the bound', () => {
    keepSecret('a-straddling-secret')
    const summary = summarizeExchange(exchangeWith(`${'x'.repeat(1990)}a-straddling-secret${'y'.repeat(50_000)}`))
    expect(summary.responseBody).not.toContain('a-strad')
    expect(summary.responseBody.length).toBeLessThan(2100)
  })

  test('leaves nothing that moves a terminal', () => {
    const summary = summarizeExchange(exchangeWith('a\u001b[2Jb\u009b1m\u202ec\nd', { x: '\u001b]0;title\u0007' }))
    expect(summary.responseBody).toBe(String.raw`a\u001b[2Jb\u009b1m\u202ec` + '\nd')
    expect(summary.responseHeaders).toEqual({ x: String.raw`\u001b]0;title\u0007` })
  })

  test('shows bytes by their length and digest', () => {
    expect(summarizeExchange(exchangeWith(new Uint8Array([0, 1, 2]))).responseBody).toBe('(3 bytes, sha256 digest)')
  })
})
