import { describe, expect, test } from 'vitest'
import { instantOf } from '../../lib/contract/instant.ts'

const moment = Date.UTC(2026, 1, 3, 4, 5, 6, 789)

describe('a time in ISO 8601', () => {
  test.for([
    ['2026-02-03T04:05:06.789Z', true],
    ['2026-02-03t04:05:06.789z', true],
    ['2026-02-03T04:05:06,789Z', true],
    ['2026-02-03T06:05:06.789+02:00', true],
    ['2026-02-03T06:05:06.789+0200', true],
    ['2026-02-03T06:05:06.789+02', true],
    ['2026-02-03T04:05:06.789000', false],
    ['20260203T040506.789Z', true],
    ['20260203T060506,789+0200', true],
    ['20260203T040506.789', false],
    ['2026-W06-2T04:05:06.789Z', true],
    ['2026W062T040506.789Z', true],
    ['2026-034T06:05:06.789+02:00', true],
    ['2026034T040506,789', false],
  ] as const)('%s is the same moment in each notation', ([text, hasOffset]) => {
    expect(instantOf(text)).toEqual({ milliseconds: moment, hasOffset })
  })

  test.for([
    'yesterday',
    '2026-13-03T04:05:06Z',
    '2026-W54-1T04:05:06Z',
    '2025-W53-1T04:05:06Z',
    '2026-000T04:05:06Z',
    '2026-366T04:05:06Z',
    1_770_091_506,
    null,
  ])('%s is none', (value) => {
    expect(instantOf(value)).toBeUndefined()
  })
})
