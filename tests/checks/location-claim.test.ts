import { expect, test } from 'vitest'
import { judge } from '../../lib/checks/claims/judge.ts'
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
  const failure = judge({ kind: 'location', name: 'readable_id' }, exchangeOf({ status: 422, json }))
  expect(failure === undefined).toBe(holds)
})
