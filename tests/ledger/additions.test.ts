import { expect, test } from 'vitest'
import type { Ledger } from '../../lib/ledger/ledger.ts'
import { openServer } from '../client/open-server.ts'
import { listOf, marked, nameOf, newLedger, openTarget, plan, tearDown, type Asked } from './teardown-target.ts'

const late = '2026-01-01T01:00:00Z'
const soon = '2026-01-01T00:00:01Z'
const before = '2025-01-01T00:00:00Z'

test.concurrent.each([
  { what: 'an item', list: 'items', row: { id: 'i2', name: 'Bolt', product_id: 'p1', createdAt: late } },
  { what: 'a property', list: 'properties', row: { id: 'q2', name: 'Mass', item_id: 'i1', createdAt: late } },
  {
    what: 'a file',
    list: 'files',
    row: { id: 'f2', name: 'a.pdf', used_in: [{ product_id: 'p1' }], uploadedAt: late },
  },
  {
    what: 'an item that was made elsewhere and moved there',
    list: 'items',
    row: { id: 'i2', name: 'Bolt', product_id: 'p1', createdAt: before },
  },
  { what: 'an item without a time', list: 'items', row: { id: 'i2', name: 'Bolt', product_id: 'p1' } },
])('a product to which others have added $what is left alone, with what that is', async ({ list, row }) => {
  await using target = await openTarget(withParts({ [list]: [row] }))
  const { notes } = await tearDown(target.url, { ledger: ledgerWithItem(target.url) })
  expect(notes).toEqual([expect.stringMatching(new RegExp(`p1 was not deleted: others have added .* ${row.id}`))])
  expect(target.deleted()).toEqual([])
})

test.concurrent.each([
  { what: 'the run has made', row: { id: 'i1', product_id: 'p1', createdAt: late } },
  { what: 'the run has sent, unanswered', row: { id: 'i9', name: nameOf('lost'), product_id: 'p1', createdAt: late } },
  { what: 'comes with a product', row: { id: 'i9', name: 'Root', product_id: 'p1', createdAt: soon } },
  { what: 'stands in another product', row: { id: 'i9', name: 'Root', product_id: 'p9', createdAt: late } },
])('a product is deleted with an item that $what', async ({ row }) => {
  await using target = await openTarget(withParts({ items: [row] }))
  const ledger = ledgerWithItem(target.url)
  ledger.planned({ kind: 'item', identity: 'own', name: nameOf('lost'), place: 'p1' })
  expect(await tearDown(target.url, { ledger })).toEqual({ left: [], notes: [] })
  expect(target.deleted()).toEqual(['DELETE /v1/public/products/p1'])
})

test.concurrent('items of one name in every product come from a template, and may show its time', async () => {
  const products = ['p1', 'p2', 'p3']
  const rows = products.map((id) => ({ id: `of-${id}`, name: 'Root', product_id: id, createdAt: before }))
  await using target = await openTarget(({ method, path, query }) => {
    const id = path.split('/').at(-1) ?? ''
    if (method === 'DELETE') return {}
    if (products.includes(id)) return { ...marked(id), createdAt: soon }
    return listOf(...(id === 'items' && query.get('offset') === '0' ? rows : []))
  })
  const ledger = newLedger(target.url)
  for (const id of products) ledger.made(plan(ledger), id)
  expect(await tearDown(target.url, { ledger })).toEqual({ left: [], notes: [] })
  expect(target.deleted()).toHaveLength(products.length)
})

test.concurrent.each([
  { sent: '🧿🧿', deleted: ['DELETE /v1/public/products/p1'] },
  // The name stood in a field that the ledger does not know.
  { sent: undefined, deleted: ['DELETE /v1/public/products/p1'] },
  { sent: 'Bolt', deleted: [] },
])('an item that may be what was sent as $sent and never answered: $deleted', async ({ sent: name, deleted }) => {
  await using target = await openTarget(
    withParts({ items: [{ id: 'i9', name: '🧿🧿', product_id: 'p1', createdAt: late }] }),
  )
  const ledger = ledgerWithItem(target.url)
  ledger.planned({ kind: 'item', identity: 'own', name, place: 'p1' })
  ledger.refused(ledger.planned({ kind: 'item', identity: 'own', place: 'p1' }), 'answered 422')
  await tearDown(target.url, { ledger })
  expect(target.deleted()).toEqual(deleted)
})

test.concurrent.each([
  { sent: '/etc/a.txt', deleted: ['DELETE /v1/public/products/p1'] },
  { sent: String.raw`..\..\a.txt`, deleted: ['DELETE /v1/public/products/p1'] },
  // The service names such a file itself: nothing shows whose it is.
  { sent: '', deleted: [] },
  { sent: 'b/a.tx', deleted: [] },
])('a file that may be what was uploaded as $sent and never answered: $deleted', async ({ sent: name, deleted }) => {
  const used_in = [{ target_id: 'i1', product_id: 'p1' }]
  await using target = await openTarget(withParts({ files: [{ id: 'f9', name: 'a.txt', used_in, uploadedAt: late }] }))
  const ledger = ledgerWithItem(target.url)
  ledger.planned({ kind: 'file', identity: 'own', name, place: 'i1' })
  await tearDown(target.url, { ledger })
  expect(target.deleted()).toEqual(deleted)
})

test.concurrent('lists that want to be told a product or an item are asked for each', async () => {
  const asked: string[] = []
  await using server = await openServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://target')
    const [parameter, rows = []] = {
      '/v1/public/items': ['of', [{ id: 'i1' }]] as const,
      '/v1/public/properties': ['part', [{ id: 'theirs', name: 'Mass' }]] as const,
    }[pathname] ?? [undefined, []]
    const isRefused = parameter !== undefined && !searchParams.has(parameter)
    if (parameter !== undefined && !isRefused) asked.push(`${pathname} ${searchParams.get(parameter)}`)
    const list = listOf(...(searchParams.get('offset') === '0' ? rows : []))
    const refusal = { error: 'validation_error', message: 'm', details: { errors: [missing(parameter ?? '')] } }
    const answer = pathname.endsWith('/p1') ? { ...marked('p1'), createdAt: soon } : list
    response.writeHead(isRefused ? 422 : 200, { 'content-type': 'application/json' })
    response.end(JSON.stringify(isRefused ? refusal : answer))
  })
  const { notes } = await tearDown(server.url, { ledger: ledgerWithItem(server.url) })
  expect(notes.join()).toContain('others have added property theirs (Mass)')
  expect(new Set(asked)).toEqual(new Set(['/v1/public/items p1', '/v1/public/properties i1']))
})

/** A target with one product, which the run has made, and lists of what is in it. */
function withParts(lists: Readonly<Record<string, readonly object[]>>): (asked: Asked) => unknown {
  return ({ method, path, query }) => {
    if (method === 'DELETE') return {}
    const [, name = ''] = /public\/(\w+)$/.exec(path) ?? []
    if (path.endsWith('/p1')) return { ...marked('p1'), createdAt: '2026-01-01T00:00:00Z' }
    return listOf(...(query.get('offset') === '0' ? (lists[name] ?? []) : []))
  }
}

function ledgerWithItem(url: string): Ledger {
  const ledger = newLedger(url)
  ledger.made(plan(ledger), 'p1')
  ledger.made(ledger.planned({ kind: 'item', identity: 'own', name: nameOf('i'), place: 'p1' }), 'i1')
  return ledger
}

function missing(parameter: string): object {
  return { loc: ['query', parameter], msg: 'required', type: 'missing' }
}
