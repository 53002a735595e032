import { expect, test } from 'vitest'
import { blameFor } from './blame.ts'
import { product, workspace } from './resources.ts'

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
  ['products', { items: [product, product], count: 2 }, []],
  ['files', {}, ['PAGE-01']],
  ['items', { data: [] }, ['PAGE-01']],
  ['properties?item_id=1', { items: [], count: 1 }, ['PAGE-02']],
  ['organization/users', { items: [], count: 0, total: 0 }, ['PAGE-03']],
])('%s answering %j is blamed for %j', (list, json, blamed) => {
  expect(blameFor({ path: `/v1/public/${list}`, json })).toEqual(blamed)
})
