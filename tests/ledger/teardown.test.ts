import { mkdtempSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { Ledger } from '../../lib/ledger/ledger.ts'
import { openServer } from '../client/open-server.ts'
import {
  keys,
  listOf,
  marked,
  nameOf,
  newLedger,
  openTarget,
  plan,
  records,
  root,
  runId,
  tearDown,
  type Asked,
} from './teardown-target.ts'

test.concurrent('what shows what was sent is deleted by its id, and what is gone already is passed over', async () => {
  await using target = await openTarget(records({ p1: marked('p1') }))
  const ledger = newLedger(target.url)
  for (const id of ['p1', 'p2']) ledger.made(plan(ledger), id)
  const removed: boolean[] = []
  const end = await tearDown(target.url, { ledger, onRemoved: (there) => removed.push(there) })
  expect(end).toEqual({ left: [], notes: [] })
  expect(target.deleted()).toEqual(['DELETE /v1/public/products/p1'])
  expect(new Set(removed)).toEqual(new Set([false, true]))
})

test.concurrent.each([
  { what: 'is somebody else’s', record: { name: 'Frame', readable_id: 'frame' } },
  { what: 'has the run id in a name', record: { name: `Copy of ${nameOf('x')}`, readable_id: 'copy' } },
  { what: 'has the name in another workspace', record: { ...marked(''), workspace_id: 'w2' } },
  { what: 'has a new name', record: { ...marked(''), name: 'Taken over' } },
  { what: 'shows nothing', record: {} },
])('what the ledger names and $what is left alone, and named', async ({ record }) => {
  await using target = await openTarget(records({ theirs: { ...record, id: 'theirs' } }))
  const ledger = newLedger(target.url)
  ledger.made(plan(ledger), 'theirs')
  const { notes } = await tearDown(target.url, { ledger })
  expect(notes).toContainEqual(expect.stringContaining('product theirs was not deleted: '))
  expect(target.deleted()).toEqual([])
})

test.concurrent('a product that the run has named anew is deleted', async () => {
  await using target = await openTarget(records({ p1: { ...marked('p1'), name: 'New' } }))
  const ledger = newLedger(target.url)
  const entry = plan(ledger)
  ledger.made(entry, 'p1')
  ledger.renaming(entry, { name: 'New' })
  expect(await tearDown(target.url, { ledger })).toEqual({ left: [], notes: [] })
  expect(target.deleted()).toEqual(['DELETE /v1/public/products/p1'])
})

test.concurrent('a run id that is too short is no mark', async () => {
  await using target = await openTarget(({ method, path }) =>
    method === 'GET' && path.endsWith('/products') ? listOf({ id: 'p1', name: 'a' }) : listOf(),
  )
  const ledger = Ledger.begin({
    baseUrl: target.url,
    runId: '',
    reportsDirectory: mkdtempSync(join(root, 'run-')),
    keys,
  })
  plan(ledger)
  await expect(tearDown(target.url, { ledger })).rejects.toThrow('needs a run id')
  expect(target.deleted()).toEqual([])
})

test.concurrent('what cannot be deleted, or not be told from what others made, is named', async () => {
  await using target = await openTarget(({ method, path }) => {
    if (/products$|items$|properties$|files$|workspaces$/.test(path)) return listOf()
    if (method === 'DELETE') return 503
    return path.endsWith('/p1') ? marked('p1') : 500
  })
  const ledger = newLedger(target.url)
  for (const id of ['p1', 'p2']) ledger.made(plan(ledger), id)
  const { left } = await tearDown(target.url, { ledger })
  expect(left.toSorted()).toEqual([
    'product p1: deletion answered 503',
    'product p2: the owner of p2 could not be read (500)',
  ])
})

test.concurrent('a run that made nothing sends nothing', async () => {
  await using target = await openTarget(() => 200)
  expect(await tearDown(target.url, { ledger: newLedger(target.url) })).toEqual({ left: [], notes: [] })
  expect(target.asked).toEqual([])
})

test.concurrent.each([
  { mark: 'name', record: { id: 'ours', readable_id: 'a', name: `conformance ${runId} x` } },
  { mark: 'readable_id', record: { id: 'ours', readable_id: `conformance_${runId}_x`, name: '😀' } },
])('what was never answered is found by its $mark alone, and nothing else is touched', async ({ record }) => {
  await using target = await openTarget(({ path, query }) => {
    if (path.endsWith('/workspaces')) return listOf({ id: 'w1' })
    if (path.endsWith('/ours')) return record
    const all = [record, { id: 'theirs', readable_id: 'other', name: 'another' }]
    return listOf(...all.filter(({ name }) => name.includes(query.get('q') ?? '')))
  })
  const ledger = newLedger(target.url)
  ledger.planned({ kind: 'product', identity: 'own', name: record.name, readableId: record.readable_id })
  expect(await tearDown(target.url, { ledger })).toMatchObject({ left: [] })
  expect(target.deleted()).toContain('DELETE /v1/public/products/ours')
  expect(target.deleted().join()).not.toContain('theirs')
})

test.concurrent.each([
  { how: 'repeats in a link what was searched for', row: { link: `/v1/public/products?q=${runId}` } },
  { how: 'has it in its description', row: { description: `not by ${runId}` } },
  { how: 'shows it as its name, and by its id another', row: { name: `conformance ${runId} x` } },
])('a row of others that $how is left alone', async ({ row }) => {
  const theirs = { id: 'theirs', readable_id: 'other', name: 'another' }
  await using target = await openTarget(({ path }) => {
    if (path.endsWith('/workspaces')) return listOf({ id: 'w1' })
    return path.endsWith('/theirs') ? theirs : listOf({ ...theirs, ...row })
  })
  const ledger = newLedger(target.url)
  ledger.answered(plan(ledger), 503)
  await tearDown(target.url, { ledger })
  expect(target.deleted()).toEqual([])
})

test.concurrent('where a list shows what the run has deleted, its other deletions are not believed either', async () => {
  const [shown, hidden] = [marked('shown', 'shown'), marked('hidden', 'hidden')]
  await using target = await openTarget(({ path }) => {
    if (path.endsWith('/workspaces')) return listOf()
    return path.endsWith('/products') ? listOf(shown) : path.endsWith('/hidden') ? hidden : shown
  })
  const ledger = newLedger(target.url)
  for (const id of ['shown', 'hidden', 'other']) {
    const entry = plan(ledger, id)
    ledger.made(entry, id)
    if (id !== 'other') ledger.deleted(entry)
  }
  await tearDown(target.url, { ledger })
  expect(target.deleted()).toContain('DELETE /v1/public/products/hidden')
})

test.concurrent.each([
  { what: 'is searched for where nothing is under the id that its creation gave', isDeleted: false },
  { what: 'is not searched for where the run has deleted it', isDeleted: true },
])('a product $what', async ({ isDeleted }) => {
  const ours = marked('ours')
  await using target = await openTarget(({ path, query }) => {
    if (path.endsWith('/workspaces')) return listOf({ id: 'w1' })
    if (path.endsWith('/products')) return query.has('q') ? listOf() : listOf(ours)
    return path.endsWith('/ours') ? ours : 404
  })
  const ledger = newLedger(target.url)
  const entry = plan(ledger)
  ledger.made(entry, 'of-another-kind')
  if (isDeleted) ledger.deleted(entry)
  expect(await tearDown(target.url, { ledger })).toMatchObject({ left: [] })
  expect(target.deleted()).toEqual(isDeleted ? [] : ['DELETE /v1/public/products/ours'])
})

test.concurrent('what was answered with a refusal, or never sent, is not searched for', async () => {
  await using target = await openTarget(() => listOf())
  const ledger = newLedger(target.url)
  ledger.refused(plan(ledger), 'answered 422')
  expect(await tearDown(target.url, { ledger })).toEqual({ left: [], notes: [] })
  expect(target.asked).toEqual([])
})

test.concurrent('what was sent a moment ago and is in no list may still come: it is waited for', async () => {
  const late = Date.now() + 4000
  await using target = await openTarget(({ path }) => {
    if (path.endsWith('/late')) return marked('late')
    return path.endsWith('/products') && Date.now() > late ? listOf(marked('late')) : listOf()
  })
  const ledger = newLedger(target.url)
  plan(ledger)
  expect(await tearDown(target.url, { ledger })).toMatchObject({ left: [] })
  expect(target.deleted()).toEqual(['DELETE /v1/public/products/late'])
})

test.concurrent('a list that wants a workspace is asked under the name that its refusal gives', async () => {
  const details = { errors: [{ loc: ['query', 'workspaceId'], msg: 'Field required', type: 'missing' }] }
  const scoped = new Set<string>()
  await using server = await openServer((request, response) => {
    const url = new URL(request.url ?? '', 'http://target')
    const workspace = url.searchParams.get('workspaceId')
    const refused = url.pathname.endsWith('/products') && workspace === null
    if (workspace !== null) scoped.add(workspace)
    response.writeHead(refused ? 422 : 200, { 'content-type': 'application/json' })
    const list = url.pathname.endsWith('/workspaces') ? listOf({ id: 'w1' }, { id: 'w2' }) : listOf()
    response.end(JSON.stringify(refused ? { error: 'validation_error', message: 'm', details } : list))
  })
  const ledger = newLedger(server.url)
  plan(ledger)
  await tearDown(server.url, { ledger })
  expect([...scoped]).toEqual(['w1', 'w2'])
})

test.concurrent.each([
  { what: 'is refused', answer: () => 503, says: '503' },
  { what: 'is no list', answer: () => ({ ok: true }), says: 'no list' },
  { what: 'repeats its page', answer: () => listOf(...pageFrom(0)), says: 'previous page again' },
  {
    what: 'has no end',
    answer: ({ query }: Asked) => listOf(...pageFrom(Number(query.get('offset')))),
    says: 'did not end',
  },
])('a search that cannot be ended, for the list $what, is named and takes few requests', async ({ answer, says }) => {
  await using target = await openTarget((asked) => (asked.path.endsWith('/workspaces') ? listOf() : answer(asked)))
  const ledger = newLedger(target.url)
  plan(ledger)
  const { left } = await tearDown(target.url, { ledger })
  expect(left).toEqual([expect.stringMatching(new RegExp(`got no answer.*${says}`))])
  expect(target.asked.length).toBeLessThan(210)
  expect(target.deleted()).toEqual([])
})

function pageFrom(offset: number): readonly object[] {
  return Array.from({ length: 200 }, (_, index) => ({
    id: `p${offset + index}`,
    name: 'foreign',
    readable_id: 'foreign',
  }))
}
