import { execFileSync } from 'node:child_process'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { requestLines } from '../../../lib/replay/transcript/request-lines.ts'
import { Variables } from '../../../lib/replay/transcript/variables.ts'
import { exchangeOf, type Answer } from '../../passive/exchange-of.ts'
import { hostileTexts } from './hostile-texts.ts'

/** The arguments that a request is sent with, as a shell takes them. */
function argumentsOf(answer: Answer): readonly string[] {
  const lines = requestLines(exchangeOf(answer), 'send 1', { variables: new Variables(), isRacy: false })
  const script = `api=API BASE_URL=BASE own=OWN json=JSON; send() { printf '%s\\0' "$@"; }\n${lines.join('\n')}`
  return execFileSync('sh', ['-c', script], { cwd: '/' }).toString().split('\0').slice(1, -1)
}

describe('a request is sent as it was', () => {
  test.each(Object.entries(hostileTexts))('with %s in its body and in its path', (_, text) => {
    const query = encodeURIComponent(text)
    const body = JSON.stringify({ name: text })
    const given = argumentsOf({ method: 'POST', path: `/v1/public/products?q=${query}`, requestBody: body })
    expect(given[2]).toBe(`API/products?q=${query}`)
    expect(given.at(-1)).toBe(body)
  })

  test('whatever its path and body', () => {
    const anything = fc.string({ unit: 'binary', minLength: 1 }).filter((text) => !text.includes('\0'))
    const isSent = fc.property(anything, anything, (path, requestBody) => {
      // oxlint-disable-next-line no-control-regex -- a path has no controls
      const target = `/v1/public/${path.toWellFormed().replaceAll(/[\u0000-\u0020]/g, '')}`
      const body = requestBody.toWellFormed()
      expect(
        argumentsOf({ path: target, requestBody: body, method: 'PATCH' })
          .filter((one) => one !== '-X')
          .slice(1, 2),
      ).toEqual([`API${target.slice('/v1/public'.length)}`])
      expect(argumentsOf({ path: target, requestBody: body, method: 'PATCH' }).at(-1)).toBe(body)
    })
    fc.assert(isSent, { numRuns: 30 })
  })

  test('a body with NUL is none that an argument can hold', () => {
    expect(() => argumentsOf({ method: 'POST', requestBody: 'a\0b' })).toThrow('too long for a transcript')
  })
})
