import { describe, expect, test } from 'vitest'
import { Redactor } from '../../lib/client/redactor.ts'

const secret = 'tok/en+"quoted"=&ü0123456789'

describe('Redactor', () => {
  const redactor = new Redactor()
  redactor.add(secret)

  test.for([
    ['as it is', secret],
    ['in other letter case', secret.toUpperCase()],
    ['URL-encoded', encodeURIComponent(secret)],
    ['URL-encoded twice', encodeURIComponent(encodeURIComponent(secret))],
    ['in JSON', JSON.stringify({ a: secret })],
  ] as const)('replaces a secret %s', ([, text]) => {
    expect(redactor.redact(`before ${text} after`)).toMatch(/^before .*\*\*\*.* after$/)
    expect(redactor.redact(text)).not.toContain('0123456789')
  })

  test.for([0, 1, 2, 3, 4, 5])('replaces a secret in Base64 after %i bytes', (offset) => {
    const bytes = Buffer.from(`${'a'.repeat(offset)}${secret}:zz`)
    for (const encoding of ['base64', 'base64url'] as const) {
      const redacted = redactor.redact(bytes.toString(encoding))
      expect(redacted).toContain('***')
      expect(Buffer.from(redacted.replace('***', ''), encoding).toString()).not.toContain('0123')
    }
  })

  test('replaces what looks like a key of the service, known or not', () => {
    expect(new Redactor().redact('"svc_api_AbCdEf012345-_x", next')).toBe('"***", next')
    expect(new Redactor().redact('a key begins with svc_api_')).toBe('a key begins with svc_api_')
  })

  test('replaces the rest of a key behind another prefix', () => {
    const known = new Redactor()
    known.add('svc_api_SecretPart0123456')
    expect(known.redact('xyz_SecretPart0123456')).toBe('xyz_***')
  })

  test('replaces a long key whose end was changed, as it is and in Base64', () => {
    const known = new Redactor()
    known.add('svc_api_SecretPart0123456789abcdefghijk')
    const changed = 'SecretPart0123456789abcdefghiZZ'
    expect(known.redact(`x ${changed} y`)).toBe('x *** y')
    for (const before of ['', ':', '::']) {
      const redacted = known.redact(Buffer.from(`${before}${changed}`).toString('base64'))
      expect(redacted).toMatch(/^.{0,4}\*\*\*$/)
    }
  })

  test('leaves text without a secret as it is, and takes no secret that would blot out words', () => {
    const known = new Redactor()
    known.add('a')
    known.add('')
    expect(known.redact('a plain text')).toBe('a plain text')
  })
})
