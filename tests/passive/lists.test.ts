import { expect, test } from 'vitest'
import { blameFor } from './blame.ts'
import { product, workspace } from './resources.ts'

const other = '5d1c9e0a-7b3f-4c68-8a52-6e4f1d2c3b40'

test.each([
  ['workspaces', { items: [], count: 0 }, []],
  ['workspaces', { items: [workspace], count: 1, next: null }, []],
  ['workspaces', { items: [workspace], count: 2 }, ['PAGE-02']],
  ['workspaces', { items: [workspace], count: 1, total: 1 }, ['PAGE-03']],
  ['workspaces', { items: [workspace] }, ['PAGE-01']],
  ['workspaces', { items: [workspace], count: '1' }, ['PAGE-01']],
  ['workspaces', { items: null, count: 0 }, ['PAGE-01']],
  ['workspaces', [workspace], ['PAGE-01']],
  ['workspaces', 'none', ['PAGE-01']],
  ['workspaces', { items: [null], count: 1 }, ['PAGE-01']],
  ['products', { items: [product, { ...product, id: other }], count: 2 }, []],
  ['products', { items: [product, product], count: 2 }, ['PAGE-16']],
  // What two entries of one id show is judged by the rules of their kind.
  ['products', { items: [product, { ...product, name: 'Pump' }], count: 2 }, []],
  // lawful: a row for each role of a user
  ['organization/users', { items: [{ id: other }, { id: other }], count: 2 }, []],
  ['files', {}, ['PAGE-01']],
  ['items', { data: [] }, ['PAGE-01']],
  ['properties?item_id=1', { items: [], count: 1 }, ['PAGE-02']],
  ['organization/users', { items: [], count: 0, total: 0 }, ['PAGE-03']],
])('%s answering %j is blamed for %j', (list, json, blamed) => {
  expect(blameFor({ path: `/v1/public/${list}`, json })).toEqual(blamed)
})
