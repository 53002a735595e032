import { expect, test } from 'vitest'
import { canBeSent } from '../../lib/report/can-be-sent.ts'

test.each([
  [`curl -H "authorization: Bearer $CONFORMANCE_API_KEY" 'http://localhost/v1/public/items'`, true],
  [`curl -H 'x-api-key: ***' 'http://localhost/v1/public/items?token=***'`, false],
  ['npm run conformance -- --only PN-04', false],
])('a command can be sent unless a key was taken out of it, or it is the replay: %s', (reproduce, expected) => {
  expect(canBeSent({ reproduce, replay: 'npm run conformance -- --only PN-04' })).toBe(expected)
})
