import { afterAll, expect, test } from 'vitest'
import { ask, entriesOf, textOf } from './ask.ts'
import { length, openWorkbench, placesOf } from './workbench.ts'

const bench = await openWorkbench()
afterAll(() => bench.reference.close())

const { productId, get, patch, post, remove } = bench
const unknownId = '00000000-0000-4000-8000-000000000000'

test('an item keeps what was sent, and leaves out what was not', async () => {
  const full = { product_id: productId, name: 'Shaft', description: ' ä🙂 ', part_number: 'IT-1', readable_id: 'shaft' }
  const created = await post('/items', full)
  expect(created.status).toBe(201)
  expect(created.body).toMatchObject(full)
  expect((await get(`/items/${textOf(created, 'id')}`)).body).toEqual(created.body)
  const bare = await post('/items', { product_id: productId, name: 'Key' })
  expect(Object.keys(bare.body)).not.toEqual(expect.arrayContaining(['description']))
  expect(textOf(bare, 'readable_id')).toMatch(/^key_[a-z0-9]+$/u)
})

test('items and products share the register of part numbers', async () => {
  const item = await post('/items', { product_id: productId, name: 'Disc', part_number: 'SHARED-1' })
  const path = `/items/${textOf(item, 'id')}`
  expect((await patch(`/products/${productId}`, { part_number: 'SHARED-1' })).status).toBe(409)
  expect((await patch(path, { part_number: 'SHARED-2' })).body['error']).toBe('PART_NUMBER_ALREADY_ASSIGNED')
  expect((await patch(path, { part_number: null })).body).not.toHaveProperty('part_number')
  expect((await patch(path, { part_number: 'SHARED-1' })).status).toBe(409)
  await patch(path, { part_number: 'SHARED-3' })
  await remove(path)
  expect((await post('/items', { product_id: productId, name: 'Disc', part_number: 'SHARED-3' })).status).toBe(409)
})

test('an update changes only what it gives', async () => {
  const item = await post('/items', {
    product_id: productId,
    name: 'Ring',
    description: 'Hardened',
    part_number: 'U-1',
  })
  const path = `/items/${textOf(item, 'id')}`
  expect((await patch(path, {})).body).toEqual(item.body)
  const renamed = await patch(path, { name: 'Seal ring' })
  expect(renamed.body).toMatchObject({ name: 'Seal ring', description: 'Hardened', part_number: 'U-1' })
  expect(textOf(renamed, 'updatedAt') > textOf(item, 'updatedAt')).toBe(true)
  expect((await patch(path, { description: '' })).body).not.toHaveProperty('description')
})

test('a deleted item is gone with its properties', async () => {
  const id = textOf(await post('/items', { product_id: productId, name: 'Bolt' }), 'id')
  const property = await post('/properties', { item_id: id, name: 'Length', ...length(20) })
  expect((await remove(`/items/${id}`)).status).toBe(204)
  expect((await get(`/items/${id}`)).status).toBe(404)
  expect((await get(`/properties/${textOf(property, 'id')}`)).status).toBe(404)
  expect((await remove(`/items/${id}`)).status).toBe(404)
  expect(entriesOf(await get(`/items?product_id=${productId}&limit=200`), 'id')).not.toContain(id)
})

test('a bulk creation makes all of its items or none, and names the bad entry', async () => {
  const good = await post('/items/bulk', { product_id: productId, items: [{ name: 'One' }, { name: 'Two' }] })
  expect([good.status, good.body['count']]).toEqual([201, 2])
  expect(entriesOf(good, 'name')).toEqual(['One', 'Two'])
  const before = entriesOf(await get('/items?limit=200'), 'id')
  const bad = await post('/items/bulk', { product_id: productId, items: [{ name: 'Three' }, { name: '' }, {}] })
  expect([bad.status, placesOf(bad)]).toEqual([422, ['body.items.1.name', 'body.items.2.name']])
  const twice = [
    { name: 'Four', part_number: 'TWICE' },
    { name: 'Five', part_number: 'TWICE' },
  ]
  expect((await post('/items/bulk', { product_id: productId, items: twice })).status).toBe(409)
  expect(entriesOf(await get('/items?limit=200'), 'id')).toEqual(before)
})

test('unknown and foreign parents are told apart', async () => {
  const key = bench.reference.keys.otherOrganization
  const body = { product_id: productId, name: 'Intruder' }
  const foreign = await ask(bench.reference, { method: 'POST', path: '/items', body, key })
  expect([foreign.status, foreign.body['error']]).toEqual([403, 'forbidden'])
  expect((await ask(bench.reference, { path: `/items?product_id=${productId}`, key })).status).toBe(403)
  expect((await ask(bench.reference, { path: `/items/${bench.itemId}`, key })).status).toBe(403)
  expect((await post('/items', { ...body, product_id: unknownId })).status).toBe(404)
  expect((await get('/items/no-uuid')).status).toBe(404)
  expect(placesOf(await post('/items', {}))).toEqual(['body.product_id', 'body.name'])
})

test('the users of the organization are listed page by page, and nobody else', async () => {
  const users = await get('/organization/users')
  expect(users.body['count']).toBe(3)
  expect(entriesOf(users, 'role')).toEqual(['administrator', 'member', 'member'])
  expect(entriesOf(await get('/organization/users?limit=1&offset=2'), 'id')).toEqual(entriesOf(users, 'id').slice(2))
  const key = bench.reference.keys.otherOrganization
  const others = entriesOf(await ask(bench.reference, { path: '/organization/users', key }), 'id')
  expect(others.filter((id) => entriesOf(users, 'id').includes(id))).toEqual([])
})
