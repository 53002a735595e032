import { expect, test } from 'vitest'
import { acceptedClaim, statusClaim } from '../../lib/checks/claims/status-claims.ts'
import { UntestedError } from '../../lib/checks/errors.ts'
import { exchangeOf } from '../passive/exchange-of.ts'

const page = { status: 403, body: '<html>', headers: { 'content-type': 'text/html' } }
const scripted = { method: 'POST', path: '/v1/public/products', requestBody: '{"name":"<script>"}' }

test('what a firewall refuses is no case of the service', () => {
  const exchange = exchangeOf({ ...scripted, ...page })
  expect(() => acceptedClaim(exchange)).toThrow(UntestedError)
  expect(() => statusClaim(exchange, 201)).toThrow(UntestedError)
})

test.each([
  ['what the service refuses itself', { ...scripted, status: 403, json: { error: 'forbidden', message: 'no' } }],
  ['what no firewall would refuse', { ...page, requestBody: '{"name":"Feed pump"}' }],
])('%s does not hold', (_, answer) => {
  expect(acceptedClaim(exchangeOf(answer)).holds).toBe(false)
  expect(statusClaim(exchangeOf(answer), 201).holds).toBe(false)
})
