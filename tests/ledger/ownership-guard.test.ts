import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { drawId } from '../../lib/client/drawn-ids.ts'
import type { Exchange } from '../../lib/client/exchange.ts'
import type { RequestDescription } from '../../lib/client/request-description.ts'
import type { EndpointId } from '../../lib/service/interface/endpoint.ts'
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
  /** Milliseconds that a list takes, on a clock of the test. */
  readonly listMs?: number
}

const sent = (id: string): Entry => ({
  workspace_id: 'w1',
  name: `conformance ${runId} ${id}`,
  readable_id: `conformance_${runId}_${id}`,
})
const own = (id: string): Entry => ({ id, ...sent(id) })
const foreign = (id: string): Entry => ({ id, name: `somebody’s ${id}`, readable_id: id })

/** A guard before a target that answers reads from a table, and what it read and found. */
function openGuard({ records, list, listMs = 0 }: Target) {
  const read: string[] = []
  const found: ForeignClaim[] = []
  const answer = (request: RequestDescription): Exchange => {
    const { path, query = {} } = request
    read.push(query['offset'] === undefined ? path : `${path} from ${String(query['offset'])}`)
    const id = path.split('/')[4]
    if (id === undefined && listMs > 0) vi.setSystemTime(Date.now() + listMs)
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
    ...(listMs > 0 && { untilFound: 0 }),
  })
  const write = (method: string, path: string, json: unknown = {}): ReturnType<OwnershipGuard['admit']> =>
    guard.admit({ method, path: `/v1/public/${path}`, json, check: 'c' })
  return {
    read,
    found,
    write,
    creates: async (
      id: string,
      answered: Entry = own(id),
      body: Entry = sent(id),
      meanwhile?: () => void,
    ): Promise<void> => {
      const admitted = await guard.admit({ method: 'POST', path: '/v1/public/products', json: body, check: 'c' })
      const startedAt = Date.now() - (meanwhile ? 1 : 0)
      meanwhile?.()
      admitted.answered({ ...seen('createProduct', '/v1/public/products', answered, 'POST'), startedAt })
    },
    makesItem: async (id: string, product: string): Promise<void> => {
      const json = { product_id: product, name: `conformance ${runId} ${id}` }
      const admitted = await guard.admit({ method: 'POST', path: '/v1/public/items', json, check: 'c' })
      admitted.answered(seen('createItem', '/v1/public/items', { id, ...json }, 'POST'))
    },
    uploads: async (answered: Entry): Promise<void> => {
      const file = { name: 'file', filename: 'n.pdf', contentType: 'application/pdf', bytes: Buffer.alloc(7) }
      const admitted = await guard.admit({ method: 'POST', path: '/v1/public/files/t', form: [file], check: 'c' })
      admitted.answered(seen('uploadFile', '/v1/public/files/t', answered, 'POST'))
    },
    reads: (json: Entry, endpoint: EndpointId = 'getProduct', path = `/v1/public/products/${String(json['id'])}`) =>
      guard.observe(seen(endpoint, path, json)),
    updates: (id: string, json: Entry = {}) => write('PATCH', `products/${id}`, json),
    deletes: (id: string) => write('DELETE', `products/${id}`),
    fills: (id: string) => write('POST', 'items', { product_id: id }),
  }
}

function seen(endpoint: EndpointId, path: string, json: Entry | undefined, method = 'GET'): Exchange {
  const status = json === undefined ? 404 : method === 'POST' ? 201 : 200
  return { ...exchangeOf({ method, path, status, json }), endpoint, startedAt: Date.now(), durationMs: 0 }
}

function recordsOf(...records: readonly Entry[]): Map<string, Entry> {
  return new Map(records.map((record) => [String(record['id']), record]))
}

const ids = (count: number): readonly string[] => Array.from({ length: count }, (_, index) => `p${index}`)
const whose = (error: ForeignWriteError['whose']): object => ({ name: 'ForeignWriteError', whose: error })

describe('before a change', () => {
  test('the record is read by its id, once', async () => {
    const guarded = openGuard({ records: recordsOf(own('p')), list: [] })
    await guarded.creates('p')
    for (const _ of ids(3)) await guarded.updates('p')
    expect(guarded.read).toEqual(['/v1/public/products/p'])
  })

  test('a read by a check counts, and so does it before a deletion', async () => {
    const guarded = openGuard({ records: recordsOf(own('p')) })
    await guarded.creates('p')
    guarded.reads(own('p'))
    await guarded.updates('p')
    await guarded.deletes('p')
    expect(guarded.read).toEqual([])
  })

  test('where the clock is put back, no earlier read counts before a deletion', async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    onTestFinished(() => void vi.useRealTimers())
    const guarded = openGuard({ records: recordsOf(own('p')), list: [] })
    await guarded.creates('p')
    await guarded.updates('p')
    vi.setSystemTime(Date.now() - 3_600_000)
    await guarded.deletes('p')
    expect(guarded.read.filter((path) => path === '/v1/public/products/p')).toHaveLength(2)
  })

  test('looking for what others have added may take longer than a read counts: the record is read again', async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    onTestFinished(() => void vi.useRealTimers())
    const guarded = openGuard({ records: recordsOf(own('p')), list: [], listMs: 20_000 })
    await guarded.creates('p')
    await guarded.makesItem('i', 'p')
    await guarded.deletes('p')
    const ofRecord = guarded.read.filter((path) => path === '/v1/public/products/p')
    expect(ofRecord).toHaveLength(2)
  })

  test('no list counts, and no read of a version', async () => {
    const guarded = openGuard({ records: recordsOf(own('p')) })
    await guarded.creates('p')
    guarded.reads({ items: [own('p')], count: 1 }, 'listProducts', '/v1/public/products')
    guarded.reads(own('p'), 'getProduct', '/v1/public/products/p?version=1')
    await guarded.updates('p')
    expect(guarded.read).toEqual(['/v1/public/products/p'])
  })

  test('a name that an update of the run gave is its own', async () => {
    const records = recordsOf(own('p'))
    const guarded = openGuard({ records })
    await guarded.creates('p')
    await guarded.updates('p', { name: 'another' })
    records.set('p', { ...own('p'), name: 'another' })
    await guarded.deletes('p')
    expect(guarded.found).toEqual([])
  })

  test.each([
    { how: 'in another letter case, composed, without the spaces at its ends', name: ` CONFORMANCE ${runId}  P ` },
    { how: 'as it was sent', name: `conformance ${runId} p` },
  ])('a name that is shown $how is the one that was sent', async ({ name }) => {
    const guarded = openGuard({ records: recordsOf({ ...own('p'), name }) })
    await guarded.creates('p')
    await expect(guarded.updates('p')).resolves.toBeDefined()
  })

  test('what goes to an id that was drawn by chance passes, and what goes to any other does not', async () => {
    const guarded = openGuard({ records: recordsOf(foreign('f1')) })
    await guarded.deletes(drawId())
    await expect(guarded.deletes('f1')).rejects.toMatchObject(whose('foreign'))
    await expect(guarded.updates(crypto.randomUUID())).rejects.toMatchObject(whose('foreign'))
    await expect(guarded.write('DELETE', 'products')).rejects.toThrow('no read has shown that the run created')
    await expect(guarded.write('PUT', 'products', [{}])).rejects.toThrow('no read has shown that the run created')
    expect(guarded.read).toEqual([])
  })
})

describe('what is not the run’s', () => {
  test.each([
    { what: 'the id of another', shown: foreign('p') },
    { what: 'a copy with the run id in its name', shown: { ...foreign('p'), name: `Copy of conformance ${runId} p` } },
    { what: 'a question with the run id in it', shown: { ...foreign('p'), name: `Why is ${runId} here?` } },
    { what: 'a name with the term of a search behind it', shown: { ...foreign('p'), name: `Frame ${runId}` } },
    { what: 'a copy under the same name', shown: { ...own('p'), readable_id: 'copy', workspace_id: 'w2' } },
  ])('is neither changed nor deleted, and a finding of the creation: $what', async ({ shown }) => {
    const guarded = openGuard({ records: recordsOf(shown) })
    await guarded.creates('p')
    await expect(guarded.updates('p')).rejects.toMatchObject(whose('foreign'))
    await expect(guarded.deletes('p')).rejects.toThrow(ForeignWriteError)
    await expect(guarded.fills('p')).rejects.toThrow(ForeignWriteError)
    expect(guarded.found.map(({ requirement }) => requirement)).toEqual(['PROD-17'])
  })

  test.each([
    { what: 'a new name', change: { name: 'Taken over' } },
    { what: 'another workspace', change: { workspace_id: 'w2' } },
    { what: 'a new name and readable_id', change: { name: 'x', readable_id: 'x' } },
  ])('any more is left alone, and nobody is to blame: $what', async ({ change }) => {
    const made = { ...own('p'), createdAt: '2026-01-01T00:00:00Z' }
    const guarded = openGuard({ records: recordsOf({ ...made, ...change }) })
    await guarded.creates('p', made)
    await expect(guarded.deletes('p')).rejects.toMatchObject(whose('changed'))
    expect(guarded.found).toEqual([])
  })

  test('the id of what was there before is refused, whatever the creation shows under it', async () => {
    const guarded = openGuard({ records: recordsOf(own('f1')) })
    guarded.reads({ items: [foreign('f1')], count: 1 }, 'listProducts', '/v1/public/products')
    await guarded.creates('f1')
    await expect(guarded.updates('f1')).rejects.toMatchObject({ ...whose('foreign') })
    expect(guarded.found.map(({ requirement }) => requirement)).toEqual(['PROD-17'])
    expect(guarded.read).toEqual([])
  })

  test('the id of what a list shows before its creation is answered is the run’s, where a read shows it', async () => {
    const guarded = openGuard({ records: recordsOf({ ...own('p'), workspace_id: 'w1' }) })
    const listed = { items: [{ id: 'p', readable_id: 'made of the name' }], count: 1 }
    await guarded.creates('p', { id: 'p' }, sent('p'), () =>
      guarded.reads(listed, 'listProducts', '/v1/public/products'),
    )
    await guarded.updates('p')
    expect(guarded.found).toEqual([])
  })
})

test('a read of an item speaks for no product of the same id', async () => {
  const item = { id: 'i', name: `conformance ${runId} i`, product_id: 'p' }
  const guarded = openGuard({ records: recordsOf(own('p'), item), list: [] })
  await guarded.creates('p')
  await guarded.makesItem('i', 'p')
  await expect(guarded.deletes('i')).rejects.toMatchObject(whose('foreign'))
  await guarded.write('DELETE', 'items/i')
})

test('an id that was returned for a product and for an item in a deleted one is not deleted as a product', async () => {
  const guarded = openGuard({ records: recordsOf(own('p')), list: [] })
  await guarded.creates('p')
  await guarded.creates('x')
  await guarded.makesItem('x', 'p')
  const deletion = await guarded.deletes('p')
  deletion.answered(seen('deleteProduct', '/v1/public/products/p', {}, 'DELETE'))
  await expect(guarded.deletes('x')).rejects.toMatchObject(whose('gone'))
})

describe('something is made in a record', () => {
  test('without a read after three true ones, where whole lists show no such id, and of sixteen one is read', async () => {
    const many = ids(3 + 32)
    const guarded = openGuard({ records: recordsOf(...many.map((id) => own(id))), list: [foreign('f1')] })
    for (const id of many) {
      await guarded.creates(id)
      await guarded.fills(id)
      await guarded.fills(id)
    }
    expect(guarded.read.filter((path) => !path.includes(' from '))).toHaveLength(3 + 2)
  })

  test.each([
    { what: 'where the lists are refused', list: undefined, answered: own },
    { what: 'where the creation shows nothing', list: [], answered: (id: string) => ({ id }) },
  ])('after a read of each $what', async ({ list, answered }) => {
    const many = ids(6)
    const guarded = openGuard({ records: recordsOf(...many.map((id) => own(id))), ...(list && { list }) })
    for (const id of many) {
      await guarded.creates(id, answered(id))
      await guarded.fills(id)
    }
    expect(guarded.read.filter((path) => !path.includes(' from '))).toHaveLength(6)
  })
})

const upload = { id: 'f', name: 'n.pdf', originalFileName: 'n.pdf', size_bytes: 7, uploadedAt: '2026-01-01T00:00:00Z' }

describe('a file', () => {
  test.each([
    { how: 'shown without its links', shown: upload },
    { how: 'linked to its target alone', shown: { ...upload, used_in: [{ target_id: 't' }] } },
  ])('that is $how is the one that was uploaded', async ({ shown }) => {
    const guarded = openGuard({ records: recordsOf(shown) })
    await guarded.uploads(upload)
    await guarded.write('PATCH', 'files/f')
    expect(guarded.found).toEqual([])
  })

  test.each([{ how: 'of another name', shown: { ...upload, name: 'm.pdf', originalFileName: 'm.pdf' } }])(
    '$how is not the one that was uploaded',
    async ({ shown }) => {
      const guarded = openGuard({ records: recordsOf(shown) })
      await guarded.uploads(upload)
      await expect(guarded.write('PATCH', 'files/f')).rejects.toMatchObject(whose('foreign'))
      expect(guarded.found.map(({ requirement }) => requirement)).toEqual(['UP-01'])
    },
  )

  test.each([
    { what: 'target', shown: { ...upload, used_in: [{ target_id: 't' }, { target_id: 'u' }] } },
    { what: 'size', shown: { ...upload, size_bytes: 8 } },
  ])('that shows another $what is not written to, and that is the concern of other rules', async ({ shown }) => {
    const guarded = openGuard({ records: recordsOf(shown) })
    await guarded.uploads(upload)
    await expect(guarded.write('PATCH', 'files/f')).rejects.toMatchObject(whose('changed'))
    expect(guarded.found).toEqual([])
  })
})
