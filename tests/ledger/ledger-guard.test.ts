import { expect, test } from 'vitest'
import type { WriteGuard } from '../../lib/client/write-guard.ts'
import { WritePermit } from '../../lib/client/write-permit.ts'
import { LedgerGuard } from '../../lib/ledger/ledger-guard.ts'
import type { LedgerEntry } from '../../lib/ledger/ledger-lines.ts'
import { exchangeOf } from '../passive/exchange-of.ts'
import { nameOf, newLedger } from './teardown-target.ts'

const permitsAll: WriteGuard = {
  admit: async (request) => ({
    permit: WritePermit.for(request, undefined),
    answered: () => undefined,
    failed: () => undefined,
  }),
  observe: () => undefined,
}

/** What the ledger says of a creation that is never answered, after one product `p1` and one item `i1` of it were made. */
async function unanswered(path: string, json: unknown): Promise<readonly LedgerEntry[]> {
  const ledger = newLedger('http://127.0.0.1:1')
  const guard = new LedgerGuard(ledger, permitsAll)
  const send = (to: string, body: unknown) =>
    guard.admit({
      method: 'POST',
      path: `/v1/public/${to}`,
      ...(typeof body === 'string' ? { rawBody: body } : { json: body }),
      check: 'c',
    })
  for (const [to, id] of Object.entries({ products: 'p1', items: 'i1' })) {
    const admitted = await send(to, {})
    admitted.answered(exchangeOf({ method: 'POST', path: `/v1/public/${to}`, status: 201, json: { id } }))
  }
  await send(path, json)
  return ledger.read().entries.slice(2)
}

test.each([
  { what: 'the documented fields', json: { name: nameOf('a'), product_id: 'p1' }, names: [nameOf('a')] },
  { what: 'a title beside a name', json: { name: '🧿', title: nameOf('a'), of: 'p1' }, names: ['🧿', nameOf('a')] },
  { what: 'a field of another name', json: { label: nameOf('a'), parent: { id: 'P1' } }, names: [nameOf('a')] },
  {
    what: 'a wrong documented field',
    json: { title: nameOf('a'), product_id: 'x', productId: 'p1' },
    names: [nameOf('a')],
  },
  { what: 'a body that is cut', json: `{"title":"${nameOf('a')}","of":"p1"`, names: [nameOf('a')] },
  { what: 'the id of a part', json: { title: nameOf('a'), id: 'i1', productId: 'p1' }, names: [nameOf('a')] },
])('an item is noted under all its names and in its product: $what', async ({ json, names }) => {
  const [entry] = await unanswered('items', json)
  expect([entry?.name, ...(entry?.renamings ?? []).map(({ name }) => name)]).toEqual(names)
  expect(entry?.place?.toLowerCase()).toBe('p1')
})

test('each entry of a bulk is noted in its own item', async () => {
  const entries = await unanswered('properties/bulk', { item_id: 'i1', properties: [{ name: 'a' }, { name: 'b' }] })
  expect(entries.map(({ name, place }) => [name, place])).toEqual([
    ['a', 'i1'],
    ['b', 'i1'],
  ])
})

test('a product is noted in its workspace, whatever else its body names', async () => {
  const body = { name: nameOf('a'), description: nameOf('b'), workspace_id: 'w1', id: 'p1' }
  const [entry] = await unanswered('products', body)
  expect(entry).toMatchObject({ name: nameOf('a'), place: 'w1', renamings: [] })
})

test('what an answer names beyond what was announced is noted too', async () => {
  const ledger = newLedger('http://127.0.0.1:1')
  const guard = new LedgerGuard(ledger, permitsAll)
  const path = '/v1/public/properties/bulk'
  const admitted = await guard.admit({ method: 'POST', path, rawBody: '\uFEFF[{}, {}]', check: 'c' })
  admitted.answered(
    exchangeOf({ method: 'POST', path, status: 201, json: { properties: [{ id: 'q1' }, { id: 'q2' }] } }),
  )
  expect(ledger.read().entries.map(({ kind, id }) => [kind, id])).toEqual([
    ['property', 'q1'],
    ['property', 'q2'],
  ])
})
