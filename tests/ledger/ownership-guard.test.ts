import { expect, test } from 'vitest'
import type { Exchange } from '../../lib/client/exchange.ts'
import type { RequestDescription } from '../../lib/client/request-description.ts'
import type { EndpointId } from '../../lib/contract/endpoint.ts'
import { ForeignWriteError } from '../../lib/ledger/foreign-write-error.ts'
import { OwnershipGuard, type ForeignClaim } from '../../lib/ledger/ownership-guard.ts'
import { exchangeOf } from '../passive/exchange-of.ts'

const runId = 'abcd1234'

type Entry = Readonly<Record<string, unknown>>

interface Target {
  /** What a read by id shows. */
  readonly records: Map<string, Entry>
  /** What the list of products shows; refused where there is none. */
  readonly list?: readonly Entry[]
}

const own = (id: string): Entry => ({ id, name: `conformance ${runId} ${id}` })
const foreign = (id: string): Entry => ({ id, name: `somebody’s ${id}` })

/** A guard before a target that answers reads from a table, and what it read and found. */
function openGuard({ records, list }: Target) {
  const read: string[] = []
  const found: ForeignClaim[] = []
  const answer = (request: RequestDescription): Exchange => {
    const { path, query = {} } = request
    read.push(query['offset'] === undefined ? path : `${path} from ${String(query['offset'])}`)
    const id = path.split('/')[4]
    const items = list?.slice(Number(query['offset']))
    const json = id === undefined ? items && { items, count: items.length } : records.get(id)
    return seen(request.endpoint ?? 'getProduct', path, json)
  }
  const guard: OwnershipGuard = new OwnershipGuard({
    runId,
    send: async (request) => {
      const exchange = answer(request)
      guard.observe(exchange)
      return exchange
    },
    onForeign: (claim) => found.push(claim),
  })
  return {
    read,
    found,
    creates: (json: Entry, endpoint: EndpointId = 'createProduct') =>
      guard.observe(seen(endpoint, '/v1/public/products', json, 'POST')),
    updates: (id: string) => guard.admit({ method: 'PATCH', path: `/v1/public/products/${id}`, json: {}, check: 'c' }),
    deletes: (id: string) => guard.admit({ method: 'DELETE', path: `/v1/public/products/${id}`, check: 'c' }),
  }
}

function seen(endpoint: EndpointId, path: string, json: Entry | undefined, method = 'GET'): Exchange {
  const status = json === undefined ? 404 : method === 'POST' ? 201 : 200
  return { ...exchangeOf({ method, path, status, json }), endpoint }
}

function recordsOf(...records: readonly Entry[]): Map<string, Entry> {
  return new Map(records.map((record) => [String(record['id']), record]))
}

const ids = (count: number): readonly string[] => Array.from({ length: count }, (_, index) => `p${index}`)

test('after three reads the marked answers of a creation are believed, where whole lists show no such id', async () => {
  const many = ids(15)
  const guarded = openGuard({ records: recordsOf(...many.map((id) => own(id))), list: [foreign('f1')] })
  for (const id of many) {
    guarded.creates(own(id))
    await guarded.updates(id)
  }
  expect(guarded.read).toEqual([
    ...['p0', 'p1', 'p2'].map((id) => `/v1/public/products/${id}`),
    '/v1/public/products from 0',
    '/v1/public/products from 1',
  ])
})

test('of what is believed every sixteenth is read', async () => {
  const many = ids(3 + 32)
  const guarded = openGuard({ records: recordsOf(...many.map((id) => own(id))), list: [] })
  for (const id of many) {
    guarded.creates(own(id))
    await guarded.updates(id)
  }
  expect(guarded.read.filter((path) => !path.includes(' from '))).toHaveLength(3 + 2)
})

test('nothing is deleted that no answer but that of its creation shows', async () => {
  const many = ids(5)
  const guarded = openGuard({ records: recordsOf(...many.map((id) => own(id))), list: [] })
  for (const id of many) {
    guarded.creates(own(id))
    await guarded.deletes(id)
  }
  expect(guarded.read).toHaveLength(5)
})

test('where the lists are refused, each is read', async () => {
  const many = ids(6)
  const guarded = openGuard({ records: recordsOf(...many.map((id) => own(id))) })
  for (const id of many) {
    guarded.creates(own(id))
    await guarded.updates(id)
  }
  expect(guarded.read.filter((path) => !path.includes(' from '))).toHaveLength(6)
})

test('an answer without a mark is no proof', async () => {
  const many = ids(6)
  const guarded = openGuard({ records: recordsOf(...many.map((id) => own(id))), list: [] })
  for (const id of many) {
    guarded.creates({ id })
    await guarded.updates(id)
  }
  expect(guarded.read).toHaveLength(6)
})

test('the id of what was there before is refused, whatever the creation shows under it', async () => {
  const guarded = openGuard({
    records: recordsOf(...ids(3).map((id) => own(id)), foreign('f1')),
    list: [foreign('f1'), foreign('f2')],
  })
  for (const id of ids(3)) {
    guarded.creates(own(id))
    await guarded.updates(id)
  }
  // Claimed before the lists are read, and after.
  guarded.creates(own('f1'))
  await expect(guarded.updates('f1')).rejects.toThrow(ForeignWriteError)
  guarded.creates(own('f2'))
  await expect(guarded.updates('f2')).rejects.toThrow(ForeignWriteError)
  expect(guarded.found.map(({ claim, requirement }) => [claim.id, requirement])).toEqual([
    ['f1', 'PROD-17'],
    ['f2', 'PROD-17'],
  ])
})

test('after an answer that was not true each is read', async () => {
  const guarded = openGuard({
    records: recordsOf(...ids(6).map((id) => own(id)), foreign('f1')),
    list: [],
  })
  for (const id of ids(3)) {
    guarded.creates(own(id))
    await guarded.updates(id)
  }
  guarded.creates({ id: 'f1' })
  await expect(guarded.updates('f1')).rejects.toThrow(ForeignWriteError)
  guarded.creates(own('p4'))
  await guarded.updates('p4')
  expect(guarded.read.at(-1)).toBe('/v1/public/products/p4')
})

const upload = { id: 'f', name: 'n.pdf', originalFileName: 'n.pdf', size_bytes: 7, uploadedAt: '2026-01-01T00:00:00Z' }

test('a file that is shown without its links is the one that was uploaded, and no upload is to blame', async () => {
  const guarded = openGuard({ records: recordsOf(upload) })
  guarded.creates({ ...upload, used_in: [{ target_id: 't' }] }, 'uploadFile')
  await guarded.updates('f')
  expect(guarded.found).toEqual([])
})

test('a file of another size is not the one that was uploaded', async () => {
  const guarded = openGuard({ records: recordsOf({ ...upload, size_bytes: 8 }) })
  guarded.creates(upload, 'uploadFile')
  await expect(guarded.updates('f')).rejects.toThrow(ForeignWriteError)
  expect(guarded.found.map(({ requirement }) => requirement)).toEqual(['UP-01'])
})
