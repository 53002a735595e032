import { expect, test } from 'vitest'
import { judge } from '../../lib/checks/claims/judge.ts'
import { UntestedError } from '../../lib/checks/errors.ts'
import { exchangeOf } from '../passive/exchange-of.ts'

const accepted = { kind: 'status', lawful: 'a success' } as const
const created = { kind: 'status', lawful: [201] } as const
const page = { status: 403, body: '<html>', headers: { 'content-type': 'text/html' } }
const scripted = { method: 'POST', path: '/v1/public/products', requestBody: '{"name":"<script>"}' }

test('what a firewall refuses is no case of the service', () => {
  const exchange = exchangeOf({ ...scripted, ...page })
  expect(() => judge(accepted, exchange)).toThrow(UntestedError)
  expect(() => judge(created, exchange)).toThrow(UntestedError)
})

test.each([
  ['what the service refuses itself', { ...scripted, status: 403, json: { error: 'forbidden', message: 'no' } }],
  ['what no firewall would refuse', { ...page, requestBody: '{"name":"Feed pump"}' }],
])('%s does not hold', (_, answer) => {
  expect(judge(accepted, exchangeOf(answer))).toBeDefined()
  expect(judge(created, exchangeOf(answer))).toBeDefined()
})
