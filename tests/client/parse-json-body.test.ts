import { describe, expect, test } from 'vitest'
import { parseJsonBody } from '../../lib/client/decode-body.ts'

const json = 'application/json; charset=utf-8'

describe('parseJsonBody', () => {
  test.for([
    ['an announced value', json, 'null', null],
    ['a problem document', 'application/problem+json', '{"a":1}', { a: 1 }],
    ['an unannounced object', undefined, ' {"a":1}', { a: 1 }],
    ['a list called text', 'text/plain', '[1]', [1]],
    ['brackets inside a string', json, `["\\"${'['.repeat(2000)}"]`, [`"${'['.repeat(2000)}`]],
  ] as const)('parses %s', ([, contentType, body, expected]) => {
    expect(parseJsonBody(Buffer.from(body), contentType)).toEqual({ json: expected, jsonProblem: undefined })
  })

  test.for([
    ['nothing', Buffer.alloc(0), 'empty'],
    ['half an object', Buffer.from('{"a":'), 'JSON'],
    ['Latin-1', Buffer.from('"ä"', 'latin1'), 'UTF-8'],
    ['a hundred thousand levels', Buffer.from('['.repeat(100_000)), 'nested deeper'],
  ] as const)('says why %s is not JSON', ([, body, problem]) => {
    expect(parseJsonBody(body, json)).toMatchObject({ json: undefined, jsonProblem: expect.stringContaining(problem) })
    expect(parseJsonBody(body, undefined)).toEqual({ json: undefined, jsonProblem: undefined })
  })

  test('leaves other bodies alone', () => {
    expect(parseJsonBody(Buffer.from('%PDF-1.7'), 'application/pdf')).toEqual({
      json: undefined,
      jsonProblem: undefined,
    })
  })
})
