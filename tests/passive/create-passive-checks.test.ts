import { expect, test } from 'vitest'
import { createPassiveChecks } from '../../lib/service/checks/create-passive-checks.ts'
import { requirements } from '../../lib/contract/requirement.ts'
import { sightingOf } from './blame.ts'
import { exchangeOf } from './exchange-of.ts'
import { uuid } from './resources.ts'

const announced = new Set(createPassiveChecks().flatMap((check) => check.requirements))

test('every requirement that is judged on every exchange has a check', () => {
  expect([...announced].sort()).toEqual(
    [
      'ERR-01',
      'ERR-02',
      'ERR-04',
      'ERR-14',
      'ERR-15',
      'ERR-16',
      'ERR-19',
      'ERR-21',
      'ERR-22',
      'HDR-01',
      'HDR-02',
      'HDR-03',
      'HDR-04',
      'HDR-05',
      'HDR-06',
      'PAGE-01',
      'PAGE-02',
      'PAGE-03',
      'PAGE-16',
      'WS-02',
      ...numbered('PROD', 16),
      'PROD-61',
      'PROD-62',
      ...numbered('PROP', 13),
      'PROP-15',
      'PROP-16',
      'PROP-17',
      'PROP-18',
      'PROP-31',
      'PROP-33',
      'PROP-37',
      ...numbered('FILE', 8),
      'FILE-11',
      'FILE-12',
      'ITEM-02',
      'ITEM-04',
      'ITEM-06',
      'GEN-01',
      'GEN-02',
      'GEN-03',
      'GEN-05',
      'GEN-10',
    ].sort(),
  )
})

test('titles of checks are their own', () => {
  const titles = createPassiveChecks().map((check) => check.title)
  expect(new Set(titles).size).toBe(titles.length)
})

test.each([
  [{ path: `/v1/public/products/${uuid}`, json: {} }],
  [{ path: '/v1/public/files', json: { items: [{}], count: 2, total: 2 } }],
  [{ path: `/v1/public/properties/${uuid}`, json: { type: 'formula', category: 'x', partNumber: 'x', value: null } }],
  [{ path: `/v1/public/products/${uuid}`, status: 418, json: { error: ' ', details: 5 } }],
])('an open requirement is never violated, as by %j', (answer) => {
  const open = sightingOf(exchangeOf(answer)).blamed.filter(
    (id) => [...requirements.values()].find((requirement) => requirement.id === id)?.kind === 'open',
  )
  expect(open).toEqual([])
})

test('an answer without an endpoint of the contract is judged for server errors and internals only', () => {
  const exchange = exchangeOf({
    path: '/elsewhere',
    status: 500,
    body: 'at f (/srv/a.js:1:2)',
    headers: { date: undefined },
  })
  const { evaluated, blamed } = sightingOf(exchange)
  expect([...evaluated].sort()).toEqual(['ERR-15', 'ERR-19'])
  expect(blamed).toEqual(['ERR-15', 'ERR-19'])
})

function numbered(area: string, last: number): readonly string[] {
  return Array.from({ length: last }, (_, index) => `${area}-${String(index + 1).padStart(2, '0')}`)
}
