import { expect, test } from 'vitest'
import { unwrapRecord } from '../../lib/service/interface/unwrap-record.ts'

const item = { id: 'one', name: 'Impeller' }

test.each([
  ['as it is', item, item],
  ['within an object', { item }, item],
  ['beside what is no record', { data: item, status: 'created' }, item],
])('the record of an item stands %s', (_, json, record) => {
  expect(unwrapRecord('createItem', json)).toBe(record)
})

test.each([
  ['its author for a record', { name: 'Impeller', createdBy: { id: 'ann' } }],
  ['one of two for the record', { item, result: { id: 'other' } }],
  ['a list for a record', [item]],
])('nobody takes %s', (_, json) => {
  expect(unwrapRecord('getItem', json)).toBe(json)
})

test.each(['createProduct', 'getProperty', 'uploadFile', undefined] as const)(
  'what %s answers is shown by the contract, or is none of it',
  (endpoint) => {
    const json = { data: item }
    expect(unwrapRecord(endpoint, json)).toBe(json)
  },
)
