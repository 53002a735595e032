import { describe, expect, test } from 'vitest'
import { documentedFields } from '../../lib/service/records/documented-fields.ts'
import type { RecordComparison } from '../../lib/checks/claims/statement.ts'
import { judgeRecord } from '../../lib/service/records/same-record.ts'

const user = { id: 'u1', userName: 'A. Author', imageUrl: 'https://pictures.test/1?signature=a' }
const product = {
  id: '0b6f9a52-6e0e-4f0e-9a55-3d5a52f0c001',
  readable_id: 'pump',
  workspace_id: '0b6f9a52-6e0e-4f0e-9a55-3d5a52f0c002',
  name: 'Pump',
  description: 'a pump',
  owner: null,
  createdBy: user,
  updatedBy: user,
  createdAt: '2026-01-02T03:04:05.678Z',
  updatedAt: '2026-01-02T03:04:05.678Z',
}
const property = {
  id: '0b6f9a52-6e0e-4f0e-9a55-3d5a52f0c003',
  readable_id: 'mass',
  name: 'Mass',
  type: 'matrix',
  value: '[[1, 2], [3, 4.50]]',
  item_id: '0b6f9a52-6e0e-4f0e-9a55-3d5a52f0c004',
  deleted: false,
  references: [
    { file_link_id: 'a', page: 1 },
    { file_link_id: 'b', page: 2 },
  ],
}

const differs = (kind: RecordComparison['kind'], record: object, change: object, more: object = {}): string => {
  const claim = { kind: 'record', record: kind, expected: record, received: { ...record, ...change }, ...more } as const
  return judgeRecord(claim)?.fields?.join(', ') ?? ''
}

describe('lawful copies of a record are the same', () => {
  test.each([
    ['an extra field that moves', product, { download_url: 'https://files.test/1?signature=b' }],
    ['the letter case of a UUID', product, { id: product.id.toUpperCase() }],
    ['another offset', product, { createdAt: '2026-01-02T05:04:05.678+02:00' }],
    ['whole seconds, cut', product, { createdAt: '2026-01-02T03:04:05Z' }],
    ['whole seconds, rounded', product, { createdAt: '2026-01-02T03:04:06.000Z' }],
    ['microseconds', product, { createdAt: '2026-01-02T03:04:05.678901Z' }],
    ['spaces at the ends', product, { name: ' Pump\n' }],
    ['an address of a picture', product, { createdBy: { ...user, imageUrl: 'https://pictures.test/1?signature=b' } }],
    ['null for what is unset', product, { part_number: null }],
    ['an optional flag', product, { archived: false }],
    ['an owner whom somebody has set since', product, { owner: user }],
  ])('%s', (_, record, change) => {
    expect(differs('product', record, change)).toBe('')
  })

  test.each([
    ['a matrix in another notation', { value: '[[1,2],[3,4.5]]' }],
    ['another order of references', { references: property.references.toReversed() }],
    [
      'a deprecated null in a reference',
      { references: property.references.map((one) => ({ ...one, item_document_id: null })) },
    ],
  ])('%s', (_, change) => {
    expect(differs('property', property, change)).toBe('')
  })

  test('texts are composed, numbers lose their last digits', () => {
    expect(differs('product', { ...product, name: 'e\u0301' }, { name: '\u00e9' })).toBe('')
    expect(differs('property', { ...property, value: 0.1 }, { value: 0.10000000000001 })).toBe('')
  })
})

describe('different records differ in the field that differs', () => {
  test.each([
    ['name', { name: 'Pump 2' }],
    ['name', { name: 'pump' }],
    ['description', { description: undefined }],
    ['readable_id', { readable_id: 'Pump' }],
    ['createdBy', { createdBy: { ...user, id: 'u2' } }],
    ['createdAt', { createdAt: '2026-01-02T03:04:05.698Z' }],
    ['updatedAt', { updatedAt: '2026-01-02T03:04:07Z' }],
    ['part_number', { partNumber: 'P-1' }],
  ])('%s', (field, change) => {
    expect(differs('product', product, change)).toBe(field)
  })

  test('an owner who is gone, or another', () => {
    const owned = { ...product, owner: user }
    expect(differs('product', owned, { owner: null })).toBe('owner')
    expect(differs('product', owned, { owner: { ...user, id: 'u2' } })).toBe('owner')
  })

  test.each([
    ['value', { value: '[[1, 2], [3, 5]]' }],
    ['value', { value: '[[1, 2, 3, 4.5]]' }],
    ['deleted', { deleted: true }],
    ['references', { references: [] }],
  ])('%s', (field, change) => {
    expect(differs('property', property, change)).toBe(field)
  })
})

test('an entry of a list may lack the part number, and a partial answer any field', () => {
  const numbered = { ...product, part_number: 'P-1' }
  expect(differs('product', numbered, { part_number: undefined })).toBe('part_number')
  expect(differs('product', numbered, { part_number: undefined }, { shows: 'entry' })).toBe('')
  expect(differs('product', numbered, { name: undefined, owner: user }, { shows: 'partial' })).toBe('')
  expect(differs('product', numbered, { name: 'other' }, { shows: 'partial', except: ['name'] })).toBe('')
})

test('nothing is held against a field that is expected in a form which its schema does not allow', () => {
  const inSeconds = { ...product, createdAt: 1_767_323_045 }
  expect(differs('product', inSeconds, { createdAt: product.createdAt })).toBe('')
  expect(differs('product', product, { createdAt: inSeconds.createdAt })).toBe('createdAt')
  const numbered = { ...property, references: [{ file_link_id: 'a', page: 1, item_document_id: 0 }] }
  expect(differs('property', numbered, { references: property.references, name: 'other' })).toBe('name')
})

test('only documented fields are told of', () => {
  expect(documentedFields('product', { id: 'p', colour: 'blue', description: '', owner: user })).toEqual({
    id: 'p',
    owner: 'u1',
  })
})
