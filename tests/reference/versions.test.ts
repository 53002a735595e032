import { afterAll, expect, test } from 'vitest'
import { ask, entriesOf, textOf } from './ask.ts'
import { length, openWorkbench, placesOf } from './workbench.ts'

const bench = await openWorkbench()
afterAll(() => bench.reference.close())

const { itemId, productId, get, patch, property, publish, remove } = bench
const width = textOf(await property({ name: 'Width', ...length(5) }), 'id')
const area = textOf(await property({ name: 'Area', type: 'formula', expression: `@{${width}}^2` }), 'id')
const passing = textOf(await property({ name: 'Passing', type: 'text', value: 'x' }), 'id')

test('a product without versions has no baseline', async () => {
  const answer = await get(`/properties/${width}?version=baseline`)
  expect([answer.status, answer.body['error']]).toEqual([404, 'version_not_found'])
})

test('a version keeps what it was published with', async () => {
  expect(await publish()).toBe(1)
  await patch(`/properties/${width}`, { value: 7, name: 'Breadth' })
  await remove(`/properties/${passing}`)
  expect(await publish()).toBe(2)
  await patch(`/properties/${width}`, { value: 9 })
  await property({ name: 'Late', type: 'text', value: 'y' })
  const first = await get(`/properties?item_id=${itemId}&version=1`)
  const second = await get(`/properties?item_id=${itemId}&version=2`)
  expect(entriesOf(first, 'name')).toEqual(['Width', 'Area', 'Passing'])
  expect(entriesOf(first, 'value')).toEqual([5, '25 mm^2', 'x'])
  expect(entriesOf(second, 'name')).toEqual(['Breadth', 'Area'])
  expect(entriesOf(second, 'value')).toEqual([7, '49 mm^2'])
  expect(entriesOf(await get(`/properties?item_id=${itemId}`), 'value')).toEqual([9, '81 mm^2', 'y'])
})

test('every version has ids of its own and names the draft', async () => {
  const lists = await Promise.all([1, 2].map((number) => get(`/properties?item_id=${itemId}&version=${number}`)))
  const ids = [width, area, passing, ...lists.flatMap((list) => entriesOf(list, 'id'))]
  expect(new Set(ids).size).toBe(ids.length)
  expect(lists.map((list) => entriesOf(list, 'draft_property_id'))).toEqual([
    [width, area, passing],
    [width, area],
  ])
  expect(new Set(lists.flatMap((list) => entriesOf(list, 'draft_item_id')))).toEqual(new Set([itemId]))
  const items = lists.flatMap((list) => entriesOf(list, 'item_id'))
  expect(new Set([itemId, ...items]).size).toBe(3)
})

test('a published property is found by its own id and by the draft’s, in its version only', async () => {
  const first = await get(`/properties/${width}?version=1`)
  const id = textOf(first, 'id')
  expect((await get(`/properties/${id}?version=1`)).body).toEqual(first.body)
  expect((await get(`/properties/${id}?version=2`)).status).toBe(404)
  expect((await get(`/properties/${id}`)).status).toBe(404)
  const key = bench.reference.keys.otherOrganization
  expect((await ask(bench.reference, { path: `/properties/${id}`, key })).status).toBe(403)
  expect((await ask(bench.reference, { path: `/properties/${id}?version=1`, key })).status).toBe(403)
})

test('a versioned list takes the id of the item in that version, filters and pages', async () => {
  const list = await get(`/properties?item_id=${itemId}&version=1`)
  const [item] = entriesOf(list, 'item_id')
  expect((await get(`/properties?item_id=${String(item)}&version=1`)).body).toEqual(list.body)
  expect((await get(`/properties?item_id=${String(item)}&version=2`)).status).toBe(404)
  expect(entriesOf(await get(`/properties?item_id=${itemId}&version=1&type=FORMULA`), 'name')).toEqual(['Area'])
  expect(entriesOf(await get(`/properties?item_id=${itemId}&version=1&limit=1&offset=1`), 'name')).toEqual(['Area'])
})

test('the baseline is the first version until another one is chosen', async () => {
  const baseline = `/properties?item_id=${itemId}&version=baseline`
  expect(entriesOf(await get(baseline), 'value')).toEqual([5, '25 mm^2', 'x'])
  await patch(`/products/${productId}`, { baseline_version_number: 2 })
  expect(entriesOf(await get(baseline), 'value')).toEqual([7, '49 mm^2'])
})

test.for(['0', '-1', '1.5', 'latest', 'BASELINE', '1e0', ''])('%s is no version', async (version) => {
  expect(placesOf(await get(`/properties?item_id=${itemId}&version=${version}`))).toEqual(['query.version'])
  expect(placesOf(await get(`/properties/${width}?version=${version}`))).toEqual(['query.version'])
})

test('null asks for the draft, and a version that does not exist is not found', async () => {
  const draft = await get(`/properties?item_id=${itemId}`)
  expect((await get(`/properties?item_id=${itemId}&version=null`)).body).toEqual(draft.body)
  expect((await get(`/properties?item_id=${itemId}&version=3`)).status).toBe(404)
  expect((await get(`/properties/${width}?version=99999999999999999999`)).status).toBe(404)
  expect(placesOf(await get('/properties?version=1'))).toEqual(['query.item_id'])
})

test('a deleted item is still in the versions that have it', async () => {
  await remove(`/items/${itemId}`)
  expect((await get(`/properties?item_id=${itemId}`)).status).toBe(404)
  expect(entriesOf(await get(`/properties?item_id=${itemId}&version=2`), 'value')).toEqual([7, '49 mm^2'])
  expect((await get(`/properties/${area}?version=1`)).body['value']).toBe('25 mm^2')
})
