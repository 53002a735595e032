import { describe, expect, test } from 'vitest'
import { blameFor, sightingOf } from './blame.ts'
import { exchangeOf } from './exchange-of.ts'
import { file, item, uuid, workspace } from './resources.ts'

const path = `/v1/public/files/${uuid}`
const [itemUsage, propertyUsage] = file.used_in

describe('a lawful file', () => {
  test.each([
    ['in full', file],
    ['in short', { id: uuid, name: 'a', originalFileName: 'a', deleted: true }],
    [
      'with nulls',
      { ...file, userTitle: null, content_type: null, size_bytes: null, uploadedAt: null, uploadedBy: null },
    ],
    [
      'with the other spelling of the time',
      { ...file, uploadedAt: undefined, uploaded_at: '2026-01-01T10:00:00+01:00' },
    ],
    ['without links', { ...file, used_in: [] }],
    ['with a property link of no named type', { ...file, used_in: [{ ...propertyUsage, property_type: null }] }],
    ['with an item link without the key', { ...file, used_in: [{ ...itemUsage, property_type: undefined }] }],
  ])('%s', (_, json) => {
    expect(blameFor({ path, json: structuredClone(json) })).toEqual([])
  })
})

describe('a file is blamed once, for', () => {
  test.each([
    ['FILE-01', { ...file, id: undefined }],
    ['FILE-01', { ...file, name: undefined }],
    ['FILE-01', { ...file, originalFileName: null }],
    ['FILE-01', { ...file, deleted: 'no' }],
    ['GEN-02', { ...file, id: 'file-5' }],
    ['FILE-02', { ...file, userTitle: 5 }],
    ['FILE-02', { ...file, content_type: {} }],
    ['FILE-03', { ...file, size_bytes: '12' }],
    ['FILE-03', { ...file, size_bytes: 1.5 }],
    ['FILE-05', { ...file, uploadedBy: 'Ada' }],
    ['PROD-15', { ...file, uploadedBy: { id: 'u1' } }],
    ['FILE-06', { ...file, used_in: {} }],
    ['FILE-06', { ...file, used_in: [{ ...itemUsage, product_id: null }] }],
    ['FILE-07', { ...file, used_in: [{ ...itemUsage, target_type: 'Item' }] }],
    ['FILE-08', { ...file, used_in: [{ ...itemUsage, property_type: 'text' }] }],
    ['FILE-08', { ...file, used_in: [{ ...propertyUsage, property_type: 'string' }] }],
    ['GEN-02', { ...file, used_in: [{ ...itemUsage, target_id: 'i1' }] }],
    ['FILE-11', { ...file, file_path: '/x' }],
    ['FILE-12', { ...file, title: null }],
  ])('%s in %j', (requirement, json) => {
    expect(blameFor({ path, json: structuredClone(json) })).toEqual([requirement])
  })
})

describe('other shapes', () => {
  test.each([
    ['/v1/public/workspaces/x', workspace, []],
    ['/v1/public/workspaces/x', { ...workspace, createdAt: '2026-01-01T00:00:00Z' }, []],
    ['/v1/public/workspaces/x', { ...workspace, id: 'w1' }, ['GEN-02', 'WS-02']],
    ['/v1/public/workspaces/x', { ...workspace, readable_id: null }, ['WS-02']],
    ['/v1/public/workspaces/x', { ...workspace, updatedAt: 17 }, []],
    ['/v1/public/items/x', item, []],
    ['/v1/public/items/x', { id: uuid, description: null, part_number: null }, []],
    ['/v1/public/items/x', { ...item, id: 'i1' }, ['GEN-02', 'ITEM-02']],
    ['/v1/public/files/x', { ...file, uploadedAt: 17 }, ['FILE-04', 'GEN-03']],
    ['/v1/public/files/x', { ...file, uploaded_at: 'today' }, ['FILE-04', 'GEN-03']],
    ['/v1/public/items/x', { ...item, description: 5 }, ['ITEM-02']],
    ['/v1/public/items/x', { ...item, createdAt: '1.1.2026' }, ['GEN-03']],
    ['/v1/public/items/x', { ...item, draft_item_id: 'x' }, ['GEN-02']],
    ['/v1/public/organization/users', { items: ['Ada', { id: 5 }], count: 2 }, []],
  ])('%s with %j is blamed for %j', (place, json, blamed) => {
    expect(blameFor({ path: place, json })).toEqual(blamed)
  })
})

test('the format of the upload time is recorded', () => {
  expect(sightingOf(exchangeOf({ path, json: file })).observed).toEqual([
    'FILE-04 format of the upload time: uploadedAt',
  ])
})

test('the general rules about ids and times have looked wherever a resource was right', () => {
  const evaluated = sightingOf(exchangeOf({ path, json: file })).evaluated
  expect([...evaluated]).toEqual(expect.arrayContaining(['GEN-01', 'GEN-02', 'GEN-03']))
})
