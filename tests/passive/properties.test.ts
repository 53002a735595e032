import { describe, expect, test } from 'vitest'
import { blameFor, sightingOf } from './blame.ts'
import { exchangeOf } from './exchange-of.ts'
import { otherUuid, property, uuid } from './resources.ts'

const path = `/v1/public/properties/${uuid}?version=1`
const plain = { ...property, category: undefined, display_unit: undefined }
const formula = { ...plain, type: 'formula', value: '3 kg', expression: `@{${otherUuid}} * 2` }

function observed(json: unknown): readonly string[] {
  return sightingOf(exchangeOf({ path, json })).observed
}

describe('a lawful property', () => {
  test.each([
    ['numeric', property],
    ['a matrix typed numeric', { ...property, value: '[[1,2],[3,4]]' }],
    ['a matrix typed matrix', { ...property, type: 'matrix', value: '[[1]]' }],
    ['without a unit text', { ...property, display_unit: '' }],
    ['a formula', formula],
    ['a formula with null units', { ...formula, category: null, display_unit: null }],
    ['a formula of constants', { ...formula, expression: '1 + 2' }],
    ['a formula with a readable form beside', { ...formula, shown: '@{Mass} * 2' }],
    ['a formula with a nested expression', { ...formula, expression: undefined, formula: { text: `@{${uuid}}` } }],
    ['a text', { ...plain, type: 'text', value: '' }],
    ['a text with units of its own', { ...plain, type: 'text', value: 'x', category: 'c', display_unit: 'd' }],
    ['a date', { ...plain, type: 'date', value: '2024-02-29' }],
    ['a status', { ...plain, type: 'status', value: 'Under Review' }],
    ['without a value', { ...property, value: null }],
    ['without references', { ...property, references: [] }],
    ['with stable ids', { ...property, draft_item_id: uuid, draft_property_id: otherUuid }],
    ['with null stable ids', { ...property, draft_item_id: null, draft_property_id: null }],
    ['with a current reference', { ...property, references: [{ file_link_id: 'x', page: 1 }] }],
  ])('%s', (_, json) => {
    expect(blameFor({ path, json })).toEqual([])
  })
})

describe('a property is blamed once, for', () => {
  test.each([
    ['PROP-01', { ...property, id: undefined }],
    ['PROP-02', { ...property, readable_id: null }],
    ['PROP-02', { ...property, name: undefined }],
    ['PROP-03', { ...property, type: 'Numeric' }],
    ['PROP-03', { ...property, type: undefined, value: {} }],
    ['PROP-04', { ...property, item_id: undefined }],
    ['PROP-05', { ...property, deleted: null }],
    ['PROP-06', { ...property, references: undefined }],
    ['PROP-06', { ...property, references: ['l1'] }],
    ['PROP-07', { ...property, references: [{ page: 1 }] }],
    ['PROP-07', { ...property, references: [{ file_link_id: 'l', page: '1' }] }],
    ['PROP-08', { ...property, references: [{ file_link_id: 'l', page: 1, item_document_id: 4 }] }],
    ['PROP-09', { ...property, createdBy: 'Ada' }],
    ['PROP-09', { ...property, updatedAt: null }],
    ['PROD-15', { ...property, updatedBy: { userName: 'Ada' } }],
    ['PROP-10', { ...property, value: '1.5' }],
    ['PROP-10', { ...property, value: true }],
    ['PROP-11', { ...property, value: '[1,2]' }],
    ['PROP-11', { ...property, value: [[1, 2]] }],
    ['PROP-11', { ...property, type: 'matrix', value: 1 }],
    ['PROP-12', { ...property, category: null }],
    ['PROP-12', { ...property, display_unit: undefined }],
    ['PROP-12', { ...property, type: 'matrix', value: '[[1]]', display_unit: null }],
    ['PROP-13', { ...formula, category: 'mass' }],
    ['PROP-13', { ...formula, display_unit: 'kg' }],
    ['PROP-15', { ...formula, expression: undefined }],
    ['PROP-15', { ...formula, expression: '@{Mass} * 2' }],
    ['PROP-16', { ...plain, type: 'text', value: 5 }],
    ['PROP-17', { ...plain, type: 'date', value: '2026-01-01T00:00:00Z' }],
    ['PROP-17', { ...plain, type: 'date', value: '2026-02-30' }],
    ['PROP-18', { ...plain, type: 'status', value: 'draft' }],
    ['GEN-02', { ...property, draft_item_id: 'i-1' }],
  ])('%s in %j', (requirement, json) => {
    expect(blameFor({ path, json: structuredClone(json) })).toEqual([requirement])
  })
})

test('a creation whose answer is not shown may lack fields, and is held to those that it has', () => {
  const answer = { method: 'POST', path: '/v1/public/properties', status: 201 }
  expect(blameFor({ ...answer, json: { property_id: uuid } })).toEqual([])
  expect(blameFor({ ...answer, json: { id: uuid, type: 'formula' } })).toEqual([])
  expect(blameFor({ ...answer, json: { id: uuid, type: 'numeric', value: '5' } })).toEqual(['PROP-10'])
})

test('what the contract leaves open of a property is recorded', () => {
  expect(observed({ ...property, value: '[[1]]' })).toContain('PROP-11 type of a matrix: numeric')
  expect(observed({ ...property, value: null })).toContain('PROP-37 value of a numeric property: may be unset')
  expect(observed(formula)).toContain('PROP-15 field of the expression: expression')
})
