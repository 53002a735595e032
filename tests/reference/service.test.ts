import { afterAll, expect, test } from 'vitest'
import { faults } from '../../proof/faults/catalogue.ts'
import { startChangedReference } from '../../proof/start-changed-reference.ts'
import { startReference } from '../../reference/start-reference.ts'
import { ask, entriesOf, textOf } from './ask.ts'

const reference = await startReference()
afterAll(() => reference.close())

const [workspaceId = '', otherWorkspaceId = ''] = entriesOf(await ask(reference, { path: '/workspaces' }), 'id').map(
  String,
)

test('two services in one process share nothing', async () => {
  const other = await startReference()
  const mixed = await ask({ ...other, keys: reference.keys }, { path: '/workspaces' })
  await other.close()
  expect(mixed.status).toBe(401)
})

test('a closed service takes no more connections', async () => {
  const closed = await startReference({ seed: 'empty' })
  await closed.close()
  await expect(ask(closed, { path: '/workspaces' })).rejects.toThrow('fetch failed')
})

test('an unknown fault is refused by its name', async () => {
  await expect(startChangedReference({ faults: ['no-such-fault'] })).rejects.toThrow('no such fault: no-such-fault')
})

test('every fault breaks something, and its title says what', () => {
  const vague = Object.entries(faults).filter(([, { breaks, title }]) => breaks.length === 0 || title.length < 10)
  expect(vague).toEqual([])
})

test('faults that do without the same index go together', async () => {
  const faulty = await startChangedReference({
    faults: ['number-unique-in-its-workspace-only', 'used-number-accepted-at-assignment'],
  })
  await faulty.close()
  expect(Object.keys(faulty.activations())).toHaveLength(2)
})

test('a fault counts how often it was reached', async () => {
  const faulty = await startChangedReference({ faults: ['limit-0-counts-as-absent'] })
  const before = faulty.activations()
  const answer = await ask(faulty, { path: '/products?limit=0' })
  await faulty.close()
  expect([before, answer.status]).toEqual([{ 'limit-0-counts-as-absent': 0 }, 200])
  expect(faulty.activations()).toEqual({ 'limit-0-counts-as-absent': 1 })
})

test.each([
  ['no key', null],
  ['an unknown key', 'svc_api_0000000000000000000000000000000000000000'],
  ['a revoked key', reference.keys.revoked],
])('%s is refused before path, method and body are looked at', async (_what, key) => {
  const answers = await Promise.all([
    ask(reference, { path: '/nowhere', key }),
    ask(reference, { method: 'PUT', path: '/products', key }),
    ask(reference, { method: 'POST', path: '/products', body: '{', key }),
    ask(reference, { path: '/products/%zz', key }),
  ])
  expect(answers.map(({ status, body }) => [status, body['error']])).toEqual(answers.map(() => [401, 'unauthorized']))
})

test('every kind of answer carries its request id and the rate limit', async () => {
  const headers = { 'x-request-id': 'Order 66: ~!' }
  const asked = Date.now()
  const answers = await Promise.all([
    ask(reference, { path: '/workspaces', headers }),
    ask(reference, { path: '/nowhere', headers }),
    ask(reference, { path: '/products', key: null, headers }),
    ask(reference, { path: '/products/%zz', headers }),
    ask(reference, { method: 'DELETE', path: '/products', headers }),
  ])
  expect(answers.map(({ status }) => status)).toEqual([200, 404, 401, 404, 405])
  for (const answer of answers) {
    expect(answer.headers.get('x-request-id')).toBe('Order 66: ~!')
    expect(Number(answer.headers.get('x-ratelimit-remaining'))).toBeLessThan(1_000_000)
    expect(Number(answer.headers.get('x-ratelimit-reset')) * 1000).toBeGreaterThan(asked)
  }
})

test.each([
  ['limit=0', 422],
  ['limit=201', 422],
  ['limit=-1', 422],
  ['limit=1e2', 422],
  ['limit=', 422],
  ['offset=-1', 422],
  ['offset=1.5', 422],
  ['limit=200&offset=99999999999999999999', 200],
])('a page with %s answers %i', async (query, status) => {
  const answer = await ask(reference, { path: `/products?${query}` })
  expect(answer.status).toBe(status)
})

test('pages put together are the whole list', async () => {
  const whole = entriesOf(await ask(reference, { path: '/products?limit=6' }), 'id')
  const pages = await Promise.all(
    [0, 4].map((offset) => ask(reference, { path: `/products?limit=4&offset=${offset}` })),
  )
  expect(whole).toHaveLength(6)
  expect(pages.flatMap((page) => entriesOf(page, 'id')).slice(0, 6)).toEqual(whole)
})

test('search takes letter case away in every script and nothing else', async () => {
  const product = { workspace_id: otherWorkspaceId, readable_id: 'sea', name: 'ΟΔΥΣΣΕΥΣ 100% Straße' }
  await ask(reference, { method: 'POST', path: '/products', body: product })
  const found = async (text: string): Promise<readonly unknown[]> =>
    entriesOf(await ask(reference, { path: `/products?q=${encodeURIComponent(text)}` }), 'readable_id')
  expect(await Promise.all(['οδυσσεύς', 'οδυσσευς', '0% STRASSE', '1_0'].map(found))).toEqual([
    [],
    ['sea'],
    ['sea'],
    [],
  ])
})

test('what is another organization’s is refused, what is nobody’s is unknown', async () => {
  const { foreign } = reference.fixtures
  const paths = [`/workspaces/${foreign?.workspaceId}`, `/products/${foreign?.productId}`]
  const unknown = ['/workspaces/nothing', '/products/00000000-0000-4000-8000-000000000000']
  const answers = await Promise.all([...paths, ...unknown].map((path) => ask(reference, { path })))
  expect(answers.map(({ status, body }) => [status, body['error']])).toEqual([
    [403, 'forbidden'],
    [403, 'forbidden'],
    [404, 'not_found'],
    [404, 'not_found'],
  ])
})

test('a refused update changes no field', async () => {
  const body = { workspace_id: workspaceId, readable_id: 'steady', name: 'Steady' }
  const id = textOf(await ask(reference, { method: 'POST', path: '/products', body }), 'id')
  const patch = (change: unknown): ReturnType<typeof ask> =>
    ask(reference, { method: 'PATCH', path: `/products/${id}`, body: change })
  const refusals = await Promise.all([
    patch({ name: 'Moved', readable_id: 'feed_pump' }),
    patch({ name: 'Moved', baseline_version_number: 1 }),
    patch({ name: 'Moved', part_number: 'NW-HX-0002' }),
  ])
  expect(refusals.map(({ status }) => status)).toEqual([409, 422, 409])
  expect((await ask(reference, { path: `/products/${id}` })).body['name']).toBe('Steady')
})
