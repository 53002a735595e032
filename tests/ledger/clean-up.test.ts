import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import type { IncomingMessage } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { cleanUp } from '../../lib/ledger/clean-up.ts'
import { Ledger } from '../../lib/ledger/ledger.ts'
import { openClient } from '../client/open-client.ts'
import { openServer } from '../client/open-server.ts'

const root = mkdtempSync(join(tmpdir(), 'clean-up-'))
afterAll(() => rmSync(root, { recursive: true }))

const runId = 'abcd1234'

function newLedger(baseUrl: string): Ledger {
  return Ledger.begin({ baseUrl, runId, reportsDirectory: mkdtempSync(join(root, 'run-')) })
}

/** Answers each request by a function of it, and keeps what was asked. */
async function openTarget(
  answer: (asked: { readonly method: string; readonly path: string; readonly query: URLSearchParams }) => unknown,
) {
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
  return { asked, url: server.url, [Symbol.asyncDispose]: () => server[Symbol.asyncDispose]() }
}

const listOf = (...items: object[]): object => ({ items, count: items.length })

test('what was made is deleted by its id, gone already or not, and the ledger goes', async () => {
  await using target = await openTarget(({ path }) => (path.endsWith('p2') ? 404 : 200))
  await using opened = openClient(target.url)
  const ledger = newLedger(target.url)
  for (const id of ['p1', 'p2']) ledger.made(ledger.planned('product', 'own'), id)
  ledger.made(ledger.planned('item', 'own'), 'i1')
  expect(await cleanUp({ ledger, client: opened.client })).toEqual([])
  expect(target.asked.toSorted()).toEqual([
    'DELETE /v1/public/items/i1',
    'DELETE /v1/public/products/p1',
    'DELETE /v1/public/products/p2',
  ])
  expect(existsSync(ledger.path)).toBe(false)
})

test('what cannot be deleted is named, and the ledger stays', async () => {
  await using target = await openTarget(() => 500)
  await using opened = openClient(target.url)
  const ledger = newLedger(target.url)
  ledger.made(ledger.planned('product', 'own'), 'p1')
  expect(await cleanUp({ ledger, client: opened.client })).toEqual(['product p1: deletion answered 500'])
  expect(existsSync(ledger.path)).toBe(true)
})

test('a run that made nothing sends nothing', async () => {
  await using target = await openTarget(() => 200)
  await using opened = openClient(target.url)
  expect(await cleanUp({ ledger: newLedger(target.url), client: opened.client })).toEqual([])
  expect(target.asked).toEqual([])
})

test('what was planned and never answered is found by the run id, and nothing else is touched', async () => {
  await using target = await openTarget(({ path }) => {
    if (path.endsWith('/workspaces')) return listOf({ id: 'w1' })
    return listOf(
      { id: 'ours', readable_id: `conformance_${runId}_x`, name: 'n' },
      { id: 'theirs', readable_id: 'other', name: `a name with ${runId}` },
    )
  })
  await using opened = openClient(target.url)
  const ledger = newLedger(target.url)
  ledger.planned('product', 'own')
  expect(await cleanUp({ ledger, client: opened.client })).toEqual([])
  expect(target.asked.filter((line) => line.startsWith('DELETE'))).toEqual(['DELETE /v1/public/products/ours'])
})

test('a list that wants a workspace is asked under the name that its refusal gives', async () => {
  const details = { errors: [{ loc: ['query', 'workspaceId'], msg: 'Field required', type: 'missing' }] }
  const scoped: string[] = []
  await using server = await openServer((request, response) => {
    const url = new URL(request.url ?? '', 'http://target')
    const workspace = url.searchParams.get('workspaceId')
    const refused = url.pathname.endsWith('/products') && workspace === null
    if (workspace !== null) scoped.push(workspace)
    response.writeHead(refused ? 422 : 200, { 'content-type': 'application/json' })
    const list = url.pathname.endsWith('/workspaces') ? listOf({ id: 'w1' }, { id: 'w2' }) : listOf()
    response.end(JSON.stringify(refused ? { error: 'validation_error', message: 'm', details } : list))
  })
  await using opened = openClient(server.url)
  const ledger = newLedger(server.url)
  ledger.planned('product', 'own')
  expect(await cleanUp({ ledger, client: opened.client })).toEqual([])
  expect(scoped).toEqual(['w1', 'w2'])
})

test('a search that the target refuses leaves its line', async () => {
  await using target = await openTarget(({ path }) => (path.endsWith('/workspaces') ? listOf({ id: 'w1' }) : 503))
  await using opened = openClient(target.url)
  const ledger = newLedger(target.url)
  ledger.planned('product', 'own')
  const left = await cleanUp({ ledger, client: opened.client })
  expect(left).toEqual([expect.stringContaining('never answered')])
  expect(existsSync(ledger.path)).toBe(true)
})

test('a list that repeats the same page for ever comes to an end', async () => {
  const page = Array.from({ length: 200 }, (_, index) => ({ id: `p${index}`, readable_id: 'foreign' }))
  await using target = await openTarget(({ path }) => (path.endsWith('/workspaces') ? listOf() : listOf(...page)))
  await using opened = openClient(target.url)
  const ledger = newLedger(target.url)
  ledger.planned('product', 'own')
  expect(await cleanUp({ ledger, client: opened.client })).toEqual([])
  expect(target.asked.length).toBeLessThan(6)
})
