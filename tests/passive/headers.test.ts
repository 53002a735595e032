import { describe, expect, test } from 'vitest'
import { createPassiveChecks } from '../../lib/service/checks/create-passive-checks.ts'
import { blameFor, sightingOf } from './blame.ts'
import { exchangeOf } from './exchange-of.ts'
import { workspace } from './resources.ts'

const answer = { path: '/v1/public/workspaces/x', json: workspace }
const now = Date.UTC(2026, 2, 2, 10) / 1000

function rules(reset: string): readonly string[] {
  return sightingOf(exchangeOf({ ...answer, headers: { 'x-ratelimit-reset': reset } })).claims
}

describe('a request id', () => {
  test.each([
    ['sent and echoed', { requestHeaders: { 'x-request-id': 'a-_Z' }, headers: { 'x-request-id': 'a-_Z' } }, []],
    [
      'sent and missing',
      { requestHeaders: { 'x-request-id': 'abc' }, headers: { 'x-request-id': undefined } },
      ['HDR-01'],
    ],
    ['missing', { headers: { 'x-request-id': undefined } }, ['HDR-01']],
    ['sent and replaced', { requestHeaders: { 'x-request-id': 'abc' } }, ['HDR-02']],
    [
      'sent and changed in case',
      { requestHeaders: { 'x-request-id': 'abc' }, headers: { 'x-request-id': 'ABC' } },
      ['HDR-02'],
    ],
    ['sent hostile and replaced', { requestHeaders: { 'x-request-id': 'a b' } }, []],
    ['sent too long and replaced', { requestHeaders: { 'x-request-id': 'a'.repeat(65) } }, []],
    ['sent with a colon and replaced', { requestHeaders: { 'x-request-id': 'a:b' } }, []],
    [
      'sent on purpose broken and replaced',
      { requestHeaders: { 'x-request-id': 'a' }, broken: 'two x-request-id headers' },
      [],
    ],
    ['empty', { headers: { 'x-request-id': '' } }, ['HDR-03']],
  ])('%s is blamed for', (_, difference, blamed) => {
    expect(blameFor({ ...answer, ...difference })).toEqual(blamed)
  })

  test('is fresh each time, and never one that came in', () => {
    const checks = createPassiveChecks()
    const blame = (id: string, sent?: string): readonly string[] =>
      sightingOf(
        exchangeOf({
          ...answer,
          headers: { 'x-request-id': id },
          ...(sent === undefined ? {} : { requestHeaders: { 'x-request-id': sent } }),
        }),
        checks,
      ).blamed
    expect(blame('one')).toEqual([])
    expect(blame('two')).toEqual([])
    expect(blame('two')).toEqual(['HDR-03'])
    expect(blame('ours', 'ours')).toEqual([])
    expect(blame('ours', 'ours')).toEqual([])
    expect(blame('ours')).toEqual(['HDR-03'])
  })

  test('is remembered for one session only', () => {
    const headers = { 'x-request-id': 'same' }
    expect(blameFor({ ...answer, headers })).toEqual([])
    expect(blameFor({ ...answer, headers })).toEqual([])
  })
})

describe('the rate limit', () => {
  test.each([
    ['x-ratelimit-limit', undefined, ['HDR-04']],
    ['x-ratelimit-limit', '0', ['HDR-04', 'HDR-05']],
    ['x-ratelimit-limit', '1000, 1000', ['HDR-04']],
    ['x-ratelimit-limit', '999', []],
    ['x-ratelimit-limit', '998', ['HDR-05']],
    ['x-ratelimit-remaining', '0', []],
    ['x-ratelimit-remaining', '-1', ['HDR-05']],
    ['x-ratelimit-remaining', '1.5', ['HDR-05']],
    ['x-ratelimit-remaining', '1001', ['HDR-05']],
    ['x-ratelimit-remaining', undefined, ['HDR-05']],
    ['x-ratelimit-reset', `${now - 2}`, []],
    ['x-ratelimit-reset', `${now + 86_400}`, []],
    ['x-ratelimit-reset', `${now - 3}`, ['HDR-06']],
    ['x-ratelimit-reset', `${now}000`, ['HDR-06']],
    ['x-ratelimit-reset', '60', ['HDR-06']],
    ['x-ratelimit-reset', '2026-03-02T10:01:00Z', ['HDR-06']],
    ['x-ratelimit-reset', undefined, ['HDR-06']],
  ])('%s: %s is blamed for %j', (header, value, blamed) => {
    expect(blameFor({ ...answer, headers: { [header]: value } })).toEqual(blamed)
  })

  test.each([
    [now - 600, []],
    [now - 601, ['HDR-06']],
  ])('a reset at %d without a Date is blamed for %j', (reset, blamed) => {
    expect(blameFor({ ...answer, headers: { date: undefined, 'x-ratelimit-reset': `${reset}` } })).toEqual(blamed)
  })

  test.each([
    [4000, now - 6, []],
    [4000, now - 7, ['HDR-06']],
  ])('a reset that passes while an answer takes %d ms: %d is blamed for %j', (durationMs, reset, blamed) => {
    expect(blameFor({ ...answer, durationMs, headers: { 'x-ratelimit-reset': `${reset}` } })).toEqual(blamed)
  })

  test('milliseconds and durations are named', () => {
    expect(rules(`${now}000`)).toEqual(['X-RateLimit-Reset is in milliseconds'])
    expect(rules('60')).toEqual(['X-RateLimit-Reset is a duration, not a moment'])
  })
})
