import { afterAll, expect, test } from 'vitest'
import { createControls } from '../../reference/controls.ts'
import { ask, entriesOf, textOf } from './ask.ts'
import { length, openWorkbench, placesOf } from './workbench.ts'

const bench = await openWorkbench()
afterAll(() => bench.reference.close())

const { itemId, productId, get, patch, post, property, remove } = bench
const matrix = { type: 'matrix', category: 'Length', display_unit: 'mm' }

const accepted: readonly (readonly [string, object])[] = [
  ['a number', length(-0.125)],
  ['a number of many digits', length(1234567.890123456)],
  ['a matrix', { ...matrix, value: '[[1, 2.5], [-3e4, 4]]' }],
  ['a text', { type: 'text', value: ' line\nbreak "quoted" 🙂 ' }],
  ['an empty text', { type: 'text', value: '' }],
  ['a leap day', { type: 'date', value: '2024-02-29' }],
  ['a status', { type: 'status', value: 'Under Review' }],
]

test.for(accepted)('%s is kept as sent', async ([, fields]) => {
  const created = await property(fields)
  expect(created.status).toBe(201)
  expect(created.body).toMatchObject({ ...fields, item_id: itemId, deleted: false, references: [] })
  expect((await get(`/properties/${textOf(created, 'id')}`)).body).toEqual(created.body)
})

const refused: readonly (readonly [string, object, readonly string[]])[] = [
  ['a number without category and unit', { type: 'numeric', value: 1 }, ['body.category', 'body.display_unit']],
  ['a text for a number', { ...length(1), value: '1' }, ['body.value']],
  ['a number for a text', { type: 'text', value: 1 }, ['body.value']],
  ['rows of different length', { ...matrix, value: '[[1, 2], [3]]' }, ['body.value']],
  ['a matrix of words', { ...matrix, value: '[["a"]]' }, ['body.value']],
  ['a flat matrix', { ...matrix, value: '[1, 2]' }, ['body.value']],
  ['a day that does not exist', { type: 'date', value: '2023-02-29' }, ['body.value']],
  ['a date with its time', { type: 'date', value: '2023-02-28T00:00:00Z' }, ['body.value']],
  ['an unknown status', { type: 'status', value: 'done' }, ['body.value']],
  ['an unknown type', { type: 'colour', value: 'red' }, ['body.type']],
  ['a property without value', { type: 'text' }, ['body.value']],
  ['a formula with a unit', { type: 'formula', expression: '1', display_unit: 'mm' }, ['body.display_unit']],
  [
    'a reference to no link',
    { type: 'text', value: '', references: [{ file_link_id: 'x', page: 1 }] },
    ['body.references.0.file_link_id'],
  ],
]

test.for(refused)('%s is refused, and nothing is stored', async ([, fields, places]) => {
  const before = entriesOf(await get(`/properties?item_id=${itemId}&limit=200`), 'id')
  const refusal = await property(fields)
  expect([refusal.status, refusal.body['error'], placesOf(refusal)]).toEqual([422, 'validation_error', places])
  expect(entriesOf(await get(`/properties?item_id=${itemId}&limit=200`), 'id')).toEqual(before)
})

test('category and unit are left out of types that have none', async () => {
  const text = await property({ type: 'text', value: 'x', category: 'Length', display_unit: 'mm' })
  expect(text.status).toBe(201)
  expect(Object.keys(text.body)).not.toContain('category')
  expect(Object.keys(text.body)).not.toContain('display_unit')
})

test('an update keeps to the rule of the type and changes only what it gives', async () => {
  const created = await property(length(5))
  const path = `/properties/${textOf(created, 'id')}`
  const changed = await patch(path, { value: 6, reason: 'measured again', description: 'outer' })
  expect(changed.body).toMatchObject({ ...length(6), name: 'Property', reason: 'measured again', description: 'outer' })
  expect((await patch(path, { value: 'six' })).status).toBe(422)
  expect(placesOf(await patch(path, { type: 'text' }))).toEqual(['body.type'])
  expect((await get(path)).body).toEqual(changed.body)
})

test('the filter by type takes any letter case and nothing else than a type', async () => {
  const lower = await get(`/properties?item_id=${itemId}&type=date`)
  expect(new Set(entriesOf(lower, 'type'))).toEqual(new Set(['date']))
  expect((await get(`/properties?item_id=${itemId}&type=DaTe`)).body).toEqual(lower.body)
  expect(placesOf(await get(`/properties?item_id=${itemId}&type=colour`))).toEqual(['query.type'])
  const [id] = entriesOf(lower, 'id')
  expect((await get(`/properties/${String(id)}?type=DATE`)).status).toBe(200)
  expect((await get(`/properties/${String(id)}?type=colour`)).status).toBe(422)
})

test('a deleted property is hidden from lists unless asked for, and is still there by id', async () => {
  const byInterface = textOf(await property(length(1)), 'id')
  const byControl = textOf(await property(length(2)), 'id')
  expect((await remove(`/properties/${byInterface}`)).status).toBe(204)
  await createControls(bench.reference.controlUrl).softDeleteProperty(byControl)
  const ids = [byInterface, byControl]
  const shown = entriesOf(await get(`/properties?item_id=${itemId}&limit=200`), 'id')
  expect(shown.filter((id) => ids.includes(String(id)))).toEqual([])
  const all = entriesOf(await get(`/properties?item_id=${itemId}&limit=200&includeDeleted=true`), 'id')
  expect(all).toEqual(expect.arrayContaining(ids))
  expect((await get(`/properties/${byControl}`)).body['deleted']).toBe(true)
  expect((await patch(`/properties/${byControl}`, { value: 3 })).status).toBe(409)
  expect(placesOf(await get('/properties?includeDeleted=yes'))).toEqual(['query.includeDeleted'])
})

test('a list holds the properties of its item, or of the whole organization', async () => {
  const other = textOf(await post('/items', { product_id: productId, name: 'Other' }), 'id')
  await post('/properties', { item_id: other, name: 'Lonely', type: 'text', value: 'x' })
  expect(entriesOf(await get(`/properties?item_id=${other}`), 'name')).toEqual(['Lonely'])
  expect(new Set(entriesOf(await get('/properties?limit=200'), 'item_id'))).toEqual(new Set([itemId, other]))
})

test('a bulk creation makes all of its properties or none', async () => {
  const bad = {
    item_id: itemId,
    properties: [
      { name: 'A', ...length(1) },
      { name: 'B', type: 'date', value: 'never' },
    ],
  }
  const before = entriesOf(await get('/properties?limit=200'), 'id')
  expect(placesOf(await post('/properties/bulk', bad))).toEqual(['body.properties.1.value'])
  expect(entriesOf(await get('/properties?limit=200'), 'id')).toEqual(before)
  const good = {
    item_id: itemId,
    properties: [
      { name: 'A', ...length(1) },
      { name: 'B', type: 'text', value: 'x' },
    ],
  }
  const created = await post('/properties/bulk', good)
  expect([created.status, created.body['count'], entriesOf(created, 'name')]).toEqual([201, 2, ['A', 'B']])
})

test('another organization reaches no property', async () => {
  const path = `/properties/${textOf(await property(length(9)), 'id')}`
  const key = bench.reference.keys.otherOrganization
  const questions = [
    { path },
    { path: `${path}?type=numeric` },
    { method: 'PATCH', path, body: { value: 1 } },
    { method: 'DELETE', path },
    { path: `/properties?item_id=${itemId}` },
    { method: 'POST', path: '/properties', body: { item_id: itemId, name: 'X', type: 'text', value: 'x' } },
  ]
  const answers = await Promise.all(questions.map((question) => ask(bench.reference, { ...question, key })))
  expect(answers.map(({ status }) => status)).toEqual(questions.map(() => 403))
})
