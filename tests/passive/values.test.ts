import { describe, expect, test } from 'vitest'
import { isDateOnly, isTimestamp } from '../../lib/contract/formats/iso-time.ts'
import { isMatrixText } from '../../lib/contract/formats/matrix-text.ts'
import { uuidPattern } from '../../lib/service/interface/patterns.ts'
import { otherUuid, uuid } from './resources.ts'

describe('a UUID', () => {
  test.each([uuid, otherUuid, '00000000-0000-0000-0000-000000000000'])('is %s', (value) => {
    expect(uuidPattern.test(value)).toBe(true)
  })
  test.each(['', 'abc', uuid.slice(1), `${uuid}\n`, `{${uuid}}`, uuid.replaceAll('-', '')])('is not %j', (value) => {
    expect(uuidPattern.test(value)).toBe(false)
  })
})

describe('a timestamp', () => {
  test.each([
    '2026-01-01T10:00:00Z',
    '2026-01-01t10:00:00z',
    '2026-01-01T10:00:00.1Z',
    '2026-01-01T10:00:00.123456789012+05:30',
    '2026-01-01T10:00:00-0800',
    '2026-01-01T10:00:00+01',
    '2026-01-01T10:00Z',
    '2026-01-01T10:00:00',
    '2026-01-01 10:00:00Z',
    '2024-02-29T23:59:60Z',
    '20260101T100000Z',
  ])('is %s', (value) => {
    expect(isTimestamp(value)).toBe(true)
  })
  test.each([
    '2026-01-01',
    '2026-13-01T10:00:00Z',
    '2026-02-29T10:00:00Z',
    '2026-01-01T25:00:00Z',
    '01.01.2026 10:00',
    'Thu, 01 Jan 2026 10:00:00 GMT',
    '1767261600',
    1_767_261_600,
    '2026-01-01T10:00:00Z\n',
    null,
  ])('is not %j', (value) => {
    expect(isTimestamp(value)).toBe(false)
  })
})

describe('a date', () => {
  test.each(['2026-01-31', '2024-02-29', '0001-01-01'])('is %s', (value) => {
    expect(isDateOnly(value)).toBe(true)
  })
  test.each(['2026-04-31', '2100-02-29', '2026-00-10', '2026-1-1', '2026-01-01T00:00:00Z', '31.01.2026', '', null])(
    'is not %j',
    (value) => {
      expect(isDateOnly(value)).toBe(false)
    },
  )
})

describe('a matrix text', () => {
  test.each([
    '[[1,2],[3,4]]',
    ' [ [ 1.5e3 , -2 ] , [ .5 ] ] ',
    '[[1]]',
    '[[1 2]\n [3 4]]',
    '[[1;2];[3;4]]',
    '[[1,2],[3]]',
    '[]',
    '[[]]',
  ])('is %j', (value) => {
    expect(isMatrixText(value)).toBe(true)
  })
  test.each([
    '',
    '1,2',
    '[1,2]',
    '[[1,2],3]',
    '[[[1]]]',
    '[[1,2]',
    '[[1,2]]]',
    '[[1,2]] kg',
    '[["1"]]',
    '[[1,null]]',
    '[[1]][[2]]',
    '((1,2))',
    '][',
    [[1, 2]],
    null,
  ])('is not %j', (value) => {
    expect(isMatrixText(value)).toBe(false)
  })
  test('is judged in one pass, however hostile', () => {
    expect(isMatrixText(`[[${'1,'.repeat(100_000)}`)).toBe(false)
  })
})
