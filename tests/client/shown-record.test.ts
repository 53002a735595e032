import { expect, test } from 'vitest'
import { shownRecord } from '../../lib/client/shown-record.ts'

const id = '2f1a3b54-6f0e-4a55-9c1d-0c9a4d1be7aa'
const created = { endpoint: 'createItem', status: 201, headers: {}, json: undefined } as const

test.each([
  ['a path', `/v1/public/items/${id}`],
  ['a whole address', `https://api.example.test/${crypto.randomUUID()}/items/${id}/?expand=none`],
])('the id of a new item stands in its address, which is %s', (_, location) => {
  expect(shownRecord({ ...created, headers: { location } })).toEqual({ id })
})

test('what a small answer says stands beside the id of the address', () => {
  const json = { status: 'created' }
  expect(shownRecord({ ...created, json, headers: { location: `/items/${id}` } })).toEqual({ ...json, id })
})

test.each([
  ['shows the record', { ...created, json: { id: 'its own' } }],
  ['is a list', { ...created, json: [{ id: 'one' }] }],
  ['is no creation', { ...created, status: 200, json: {} }],
  ['is of another endpoint', { ...created, endpoint: 'createProduct', json: {} }],
] as const)('an answer that %s is left as it is', (_, answer) => {
  expect(shownRecord({ ...answer, headers: { location: `/items/${id}` } })).toBe(answer.json)
})

test('an address without an id names nothing', () => {
  expect(shownRecord({ ...created, headers: { location: '/items/latest' } })).toBeUndefined()
})
