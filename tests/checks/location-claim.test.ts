import { expect, test } from 'vitest'
import { locationClaim } from '../../lib/checks/claims/location-claim.ts'
import { exchangeOf } from '../passive/exchange-of.ts'

test.each([
  [['body', 'readable_id'], true],
  [['body', 'items', 5, 'readable_id'], true],
  [['body', 'readableId'], true],
  [['/body/readable_id'], true],
  [['$.items[5].readableId'], true],
  [['readable-id', 'constrained-str'], true],
  [['body'], false],
  [['body', 'id'], false],
  [['body', 'readable', 'id'], false],
  [['body', 'my_readable_id'], false],
])('a place %j names readable_id: %j', (loc, holds) => {
  const json = { error: 'validation_error', message: 'no', details: { errors: [{ loc, msg: 'no', type: 'no' }] } }
  expect(locationClaim(exchangeOf({ status: 422, json }), 'readable_id').holds).toBe(holds)
})
