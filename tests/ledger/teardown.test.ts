import { mkdtempSync, rmSync } from 'node:fs'
import type { IncomingMessage } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { Ledger } from '../../lib/ledger/ledger.ts'
import { teardown } from '../../lib/ledger/teardown.ts'
import { openClient } from '../client/open-client.ts'
import { openServer } from '../client/open-server.ts'

const root = mkdtempSync(join(tmpdir(), 'teardown-'))
afterAll(() => rmSync(root, { recursive: true }))

const runId = 'abcd1234'
const keys = { own: 'svc_api_0nWq7Rk2TzLx9VbNm4CsYd8HfGj3PaEu6MtX' }

function newLedger(baseUrl: string): Ledger {
  return Ledger.begin({ baseUrl, runId, reportsDirectory: mkdtempSync(join(root, 'run-')), keys })
}

function plan(ledger: Ledger, readableId = `conformance_${runId}_x`): string {
  return ledger.planned({ kind: 'product', identity: 'own', readableId })
}

interface Asked {
  readonly method: string
  readonly path: string
  readonly query: URLSearchParams
}

/** Answers each request by a function of it, a number being a refusal with that status, and keeps what was asked. */
async function openTarget(answer: (asked: Asked) => unknown) {
  const asked: string[] = []
  const server = await openServer((request: IncomingMessage, response) => {
    const url = new URL(request.url ?? '', 'http://target')
    const { method = '' } = request
    asked.push(`${method} ${url.pathname}`)
    const given = answer({ method, path: url.pathname, query: url.searchParams })
    const status = typeof given === 'number' ? given : 200
    response.writeHead(status, { 'content-type': 'application/json' })
    response.end(JSON.stringify(typeof given === 'number' ? { error: 'e', message: 'm' } : given))
  })
  const deleted = (): readonly string[] => asked.filter((line) => line.startsWith('DELETE')).toSorted()
  return { asked, deleted, url: server.url, [Symbol.asyncDispose]: () => server[Symbol.asyncDispose]() }
}

const listOf = (...items: object[]): object => ({ items, count: items.length })
const marked = (id: string): object => ({ id, name: `conformance ${runId} word`, readable_id: 'anything' })

/** A target without lists worth the name, which shows single records by their id. */
const records =
  (shown: Readonly<Record<string, unknown>>) =>
  ({ method, path }: Asked): unknown => {
    if (path.endsWith('/workspaces') || path.endsWith('/products')) return listOf()
    return method === 'DELETE' ? {} : (shown[path.split('/').at(-1) ?? ''] ?? 404)
  }

test.concurrent('what carries the mark is deleted by its id, and what is gone already is passed over', async () => {
  await using target = await openTarget(records({ p1: marked('p1'), i1: { id: 'i1', description: `of ${runId}` } }))
  await using opened = openClient(target.url)
  const ledger = newLedger(target.url)
  for (const id of ['p1', 'p2']) ledger.made(plan(ledger), id)
  ledger.made(ledger.planned({ kind: 'item', identity: 'own' }), 'i1')
  const removed: boolean[] = []
  const end = await teardown({ ledger, client: opened.client, onRemoved: (there) => removed.push(there) })
  expect(end).toEqual({ left: [], notes: [] })
  expect(target.deleted()).toEqual(['DELETE /v1/public/items/i1', 'DELETE /v1/public/products/p1'])
  expect(removed.filter((there) => there)).toHaveLength(2)
  expect(removed).toHaveLength(3)
})

test.concurrent('what the ledger names and shows no mark of the run is left alone, and said', async () => {
  await using target = await openTarget(records({ theirs: { id: 'theirs', name: 'Frame', readable_id: 'frame' } }))
  await using opened = openClient(target.url)
  const ledger = newLedger(target.url)
  for (const kind of ['product', 'item', 'property'] as const)
    ledger.made(ledger.planned({ kind, identity: 'own' }), 'theirs')
  const { notes } = await teardown({ ledger, client: opened.client })
  expect(notes.join('\n')).toContain('theirs: it shows no mark of the run')
  expect(target.deleted()).toEqual([])
})

test.concurrent('a run id that is too short is no mark', async () => {
  await using target = await openTarget(({ method, path }) =>
    method === 'GET' && path.endsWith('/products') ? listOf({ id: 'p1', name: 'a' }) : listOf(),
  )
  await using opened = openClient(target.url)
  const ledger = Ledger.begin({
    baseUrl: target.url,
    runId: '',
    reportsDirectory: mkdtempSync(join(root, 'run-')),
    keys,
  })
  plan(ledger)
  await expect(teardown({ ledger, client: opened.client })).rejects.toThrow('is no ledger')
  expect(target.deleted()).toEqual([])
})

test.concurrent('what cannot be deleted, or not be told from what others made, is named', async () => {
  await using target = await openTarget(({ method, path }) => {
    if (path.endsWith('/products')) return listOf(marked('p1'))
    if (path.endsWith('/workspaces')) return listOf()
    return method === 'GET' ? 500 : 503
  })
  await using opened = openClient(target.url)
  const ledger = newLedger(target.url)
  for (const id of ['p1', 'p2']) ledger.made(plan(ledger), id)
  const { left } = await teardown({ ledger, client: opened.client })
  expect(left.toSorted()).toEqual([
    'product p1: deletion answered 503',
    'product p2: whose it is cannot be told, reading answered 500',
  ])
})

test.concurrent('a run that made nothing sends nothing', async () => {
  await using target = await openTarget(() => 200)
  await using opened = openClient(target.url)
  expect(await teardown({ ledger: newLedger(target.url), client: opened.client })).toEqual({ left: [], notes: [] })
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
  await using opened = openClient(target.url)
  const ledger = newLedger(target.url)
  plan(ledger, record.readable_id)
  expect(await teardown({ ledger, client: opened.client })).toMatchObject({ left: [] })
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
  await using opened = openClient(target.url)
  const ledger = newLedger(target.url)
  ledger.answered(plan(ledger), 503)
  await teardown({ ledger, client: opened.client })
  expect(target.deleted()).toEqual([])
})

test.concurrent('where a list shows what the run has deleted, its other deletions are not believed either', async () => {
  const [shown, hidden] = [marked('shown'), { id: 'hidden', readable_id: `conformance_${runId}_y`, name: 'edge' }]
  await using target = await openTarget(({ path }) => {
    if (path.endsWith('/workspaces')) return listOf()
    return path.endsWith('/products') ? listOf(shown) : path.endsWith('/hidden') ? hidden : shown
  })
  await using opened = openClient(target.url)
  const ledger = newLedger(target.url)
  for (const id of ['shown', 'hidden', 'other']) {
    const entry = plan(ledger, `conformance_${runId}_${id}`)
    ledger.made(entry, id)
    if (id !== 'other') ledger.deleted(entry)
  }
  await teardown({ ledger, client: opened.client })
  expect(target.deleted()).toContain('DELETE /v1/public/products/hidden')
})

test.concurrent.each([
  { what: 'is searched for where nothing is under the id that its creation gave', isDeleted: false },
  { what: 'is not searched for where the run has deleted it', isDeleted: true },
])('a product $what', async ({ isDeleted }) => {
  const ours = { id: 'ours', readable_id: `conformance_${runId}_x`, name: 'edge' }
  await using target = await openTarget(({ path, query }) => {
    if (path.endsWith('/workspaces')) return listOf({ id: 'w1' })
    if (path.endsWith('/products')) return query.has('q') ? listOf() : listOf(ours)
    return path.endsWith('/ours') ? ours : 404
  })
  await using opened = openClient(target.url)
  const ledger = newLedger(target.url)
  const entry = plan(ledger, ours.readable_id)
  ledger.made(entry, 'of-another-kind')
  if (isDeleted) ledger.deleted(entry)
  expect(await teardown({ ledger, client: opened.client })).toMatchObject({ left: [] })
  expect(target.deleted()).toEqual(isDeleted ? [] : ['DELETE /v1/public/products/ours'])
})

test.concurrent('what was answered with a refusal, or never sent, is not searched for', async () => {
  await using target = await openTarget(() => listOf())
  await using opened = openClient(target.url)
  const ledger = newLedger(target.url)
  ledger.refused(plan(ledger), 'answered 422')
  expect(await teardown({ ledger, client: opened.client })).toEqual({ left: [], notes: [] })
  expect(target.asked).toEqual([])
})

test.concurrent('what was sent a moment ago and is in no list may still come: it is waited for', async () => {
  const late = Date.now() + 4000
  await using target = await openTarget(({ path }) => {
    if (path.endsWith('/late')) return marked('late')
    return path.endsWith('/products') && Date.now() > late ? listOf(marked('late')) : listOf()
  })
  await using opened = openClient(target.url)
  const ledger = newLedger(target.url)
  plan(ledger)
  expect(await teardown({ ledger, client: opened.client })).toMatchObject({ left: [] })
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
  await using opened = openClient(server.url)
  const ledger = newLedger(server.url)
  plan(ledger)
  await teardown({ ledger, client: opened.client })
  expect([...scoped]).toEqual(['w1', 'w2'])
})

test.concurrent.each([
  { what: 'is refused', answer: () => 503, says: '503' },
  { what: 'is no list', answer: () => ({ ok: true }), says: 'no list' },
  { what: 'repeats its page', answer: () => listOf(...pageFrom(0)), says: 'once more' },
  {
    what: 'has no end',
    answer: ({ query }: Asked) => listOf(...pageFrom(Number(query.get('offset')))),
    says: 'no end',
  },
])('a search that cannot be ended, for the list $what, is named and takes few requests', async ({ answer, says }) => {
  await using target = await openTarget((asked) => (asked.path.endsWith('/workspaces') ? listOf() : answer(asked)))
  await using opened = openClient(target.url)
  const ledger = newLedger(target.url)
  plan(ledger)
  const { left } = await teardown({ ledger, client: opened.client })
  expect(left).toEqual([expect.stringMatching(new RegExp(`never answered.*${says}`))])
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
