import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { blameFor, sightingOf } from './blame.ts'
import { exchangeOf } from './exchange-of.ts'
import { product, uuid } from './resources.ts'

const path = `/v1/public/products/${uuid}`

function without(...fields: readonly string[]): Readonly<Record<string, unknown>> {
  return Object.fromEntries(Object.entries(product).filter(([field]) => !fields.includes(field)))
}

function observed(json: unknown): readonly string[] {
  return sightingOf(exchangeOf({ path, json })).observed
}

describe('a lawful product', () => {
  test.each([
    ['in full', product],
    [
      'without optional fields',
      without('description', 'part_number', 'baseline_version_number', 'archived', 'status', 'excludedStatusIds'),
    ],
    ['without a status', { ...product, status: null }],
    ['with an owner without a picture', { ...product, owner: { id: 'u', userName: 'x' } }],
    ['with an empty description', { ...product, description: '' }],
    ['with the other spelling of the part number', { ...without('part_number'), partNumber: 'PN-1' }],
    ['with fields of its own', { ...product, tags: [], title: 'x', total: 3 }],
    ['with a short colour', { ...product, status: { ...product.status, color: '#abc' } }],
  ])('%s', (_, json) => {
    expect(blameFor({ path, json })).toEqual([])
  })
})

describe('a product is blamed once, for', () => {
  test.each([
    ['PROD-01', without('id')],
    ['PROD-02', { ...product, readable_id: 'Engine-1' }],
    ['PROD-02', { ...product, readable_id: 'engine\n' }],
    ['PROD-03', without('workspace_id')],
    ['PROD-04', { ...product, name: '' }],
    ['PROD-05', { ...product, description: null }],
    ['PROD-05', { ...product, part_number: null }],
    ['PROD-06', { ...product, description: 5 }],
    ['PROD-07', { ...product, part_number: 5 }],
    ['PROD-08', { ...product, baseline_version_number: '1' }],
    ['PROD-08', { ...product, baseline_version_number: null }],
    ['PROD-09', { ...product, archived: 0 }],
    ['PROD-10', { ...product, status: 'Open' }],
    ['PROD-10', { ...product, status: { ...product.status, groupKey: undefined } }],
    ['PROD-10', { ...product, status: { ...product.status, color: 255 } }],
    ['PROD-11', { ...product, status: { ...product.status, color: 'green' } }],
    ['PROD-12', { ...product, excludedStatusIds: [1] }],
    ['PROD-12', { ...product, excludedStatusIds: null }],
    ['PROD-13', without('owner')],
    ['PROD-13', { ...product, owner: 'Ada' }],
    ['PROD-14', { ...product, createdBy: null }],
    ['PROD-14', without('updatedBy')],
    ['PROD-15', { ...product, owner: { id: 'u1' } }],
    ['PROD-15', { ...product, updatedBy: { id: 1, userName: 'x' } }],
    ['PROD-15', { ...product, createdBy: { id: 'u', userName: 'x', imageUrl: 5 } }],
    ['PROD-16', without('createdAt')],
    ['PROD-16', { ...product, updatedAt: null }],
  ])('%s in %j', (requirement, json) => {
    expect(blameFor({ path, json })).toEqual([requirement])
  })
})

test.each([
  ['PROD-01', 'GEN-02', { ...product, id: 'p1' }],
  ['PROD-01', 'GEN-02', { ...product, id: uuid.replaceAll('-', '') }],
  ['PROD-16', 'GEN-03', { ...product, createdAt: 1_767_261_600 }],
  ['PROD-16', 'GEN-03', { ...product, updatedAt: '2026-01-01' }],
])('what breaks %s and the same rule for everything, %s, is blamed for both', (own, general, json) => {
  expect(blameFor({ path, json })).toEqual([general, own])
})

test.each([
  ['left out', {}, ['PROD-05']],
  ['given empty', { description: '' }, []],
])('an empty description after one %s at creation', (_, sent, blamed) => {
  const creation = { method: 'POST', path: '/v1/public/products', status: 201, json: { ...product, description: '' } }
  expect(blameFor({ ...creation, requestBody: JSON.stringify(sent) })).toEqual(blamed)
})

test.each([
  ['removed', { part_number: null }, ['PROD-05']],
  ['stored', { part_number: '' }, []],
  ['not mentioned', { name: 'x' }, []],
])('an empty part number after one was %s', (_, sent, blamed) => {
  const update = { method: 'PATCH', path, json: { ...product, part_number: '' } }
  expect(blameFor({ ...update, requestBody: JSON.stringify(sent) })).toEqual(blamed)
})

test.each([
  [1, []],
  [2, ['PROD-05']],
])('an empty part number on %d products of a list', (count, blamed) => {
  const items = Array.from({ length: count }, () => ({ ...product, id: randomUUID(), part_number: '' }))
  expect(blameFor({ path: '/v1/public/products', json: { items, count } })).toEqual(blamed)
})

test('an entry of a list is held to the same as a single product', () => {
  const json = { items: [product, { ...product, name: '' }], count: 2 }
  expect(blameFor({ path: '/v1/public/products?limit=2', json })).toEqual(['PROD-04'])
})

test('an empty object lacks every required field', () => {
  expect(blameFor({ path, json: {} })).toEqual([
    'PROD-01',
    'PROD-02',
    'PROD-03',
    'PROD-04',
    'PROD-13',
    'PROD-14',
    'PROD-16',
  ])
  expect(blameFor({ path, json: [] })).toEqual(blameFor({ path, json: {} }))
})

test('leaving out is evaluated only where something is unset', () => {
  expect(sightingOf(exchangeOf({ path, json: product })).evaluated).not.toContain('PROD-05')
  expect(sightingOf(exchangeOf({ path, json: without('part_number') })).evaluated).toContain('PROD-05')
})

test('spellings of the part number are recorded', () => {
  expect(observed(product)).toContain('PROD-61 part number: `part_number` alone')
  expect(observed({ ...product, partNumber: 'PN-1' })).toContain('PROD-61 part number: both spellings, the same value')
  expect(observed({ ...product, partNumber: 'x' })).toContain('PROD-61 part number: both spellings, different values')
  expect(observed({ ...product, description: '' })).toContain('PROD-62 empty description: shown as an empty string')
})
