import { expect, test } from 'vitest'
import { blameFor } from './blame.ts'
import { product, uuid } from './resources.ts'

const patch = { method: 'PATCH', path: `/v1/public/products/${uuid}`, requestBody: '{"name":null}' }

test.each(['None', 'null', 'undefined', 'nil'])('a name that is %s after null is blamed', (name) => {
  expect(blameFor({ ...patch, json: { ...product, name } })).toEqual(['ERR-14'])
})

test.each([
  ['the former name', { ...patch, json: product }],
  ['a refusal', { ...patch, status: 422, json: { error: 'validation_error', message: 'no', details: null } }],
  ['the word where it was sent', { ...patch, requestBody: '{"name":"null"}', json: { ...product, name: 'null' } }],
  ['another field that says so', { ...patch, json: { ...product, description: 'none' } }],
])('null may lead to %s', (_, answer) => {
  expect(blameFor(answer)).not.toContain('ERR-14')
})
