import { expect, test } from 'vitest'
import { isRecord } from '../../lib/contract/is-record.ts'
import { droppedFields } from '../../lib/service/dialect/creations.ts'
import { propertyTypes } from '../../lib/service/interface/patterns.ts'
import { openDialect } from './open-dialect.ts'
import { ajvStyle, deep, pydantic, silent, talking, zod } from './refusals.ts'
import type { Schema } from './stub-target.ts'

const text = { type: 'string', minLength: 1 }
const id = { type: 'string', pattern: '^[0-9a-f-]{36}$' }
const readable = { type: 'string', pattern: '^[a-z0-9_]+$' }
const strict = (properties: Readonly<Record<string, unknown>>, optional: readonly string[] = []): Schema => ({
  type: 'object',
  properties,
  required: Object.keys(properties).filter((name) => !optional.includes(name)),
  additionalProperties: false,
})
const lenient = (schema: Schema): Schema => ({ ...schema, additionalProperties: true })
const place = {
  productId: '0d4b7c1e-0000-4000-8000-00000000000a',
  itemId: '0d4b7c1e-0000-4000-8000-00000000000b',
  workspaceId: '0d4b7c1e-0000-4000-8000-00000000000c',
  name: 'a name',
  readableId: 'a_name',
  sourceId: '0d4b7c1e-0000-4000-8000-00000000000d',
}

const snake = strict({ product_id: id, name: text })
const camel = strict({ productId: id, name: text, readableId: readable })
const titled = strict({
  workspace_id: id,
  product_id: id,
  title: text,
  slug: readable,
  kind: { enum: ['assembly', 'part'] },
})
/** Two conventions in one body. */
const mixed = strict({ productId: id, name: text, readable_id: readable })
const nested = strict({ product: strict({ id }), name: text })

test.for([
  { kind: 'pydantic', refusal: pydantic, schema: camel },
  { kind: 'pydantic', refusal: pydantic, schema: titled },
  { kind: 'pydantic', refusal: pydantic, schema: nested },
  { kind: 'zod', refusal: zod, schema: camel },
  { kind: 'zod', refusal: zod, schema: titled },
  { kind: 'zod', refusal: zod, schema: nested },
  { kind: 'ajv', refusal: ajvStyle, schema: camel },
  { kind: 'ajv', refusal: ajvStyle, schema: lenient(titled) },
  { kind: 'a deep place without a reason', refusal: deep, schema: camel },
  { kind: 'a deep place without a reason', refusal: deep, schema: mixed },
  { kind: 'a message', refusal: talking, schema: camel },
  { kind: 'nothing', refusal: silent, schema: snake },
  { kind: 'nothing', refusal: silent, schema: camel },
])(
  'an item with $schema.required is created after refusals in the manner of $kind',
  async ({ refusal, schema }, { expect }) => {
    for (const allErrors of [true, false]) {
      await using open = await openDialect({
        refusal,
        allErrors,
        schemas: { 'POST items': schema },
        parents: { items: Object.hasOwn(Object(schema['properties']), 'productId') ? 'productId' : 'product_id' },
      })
      const body = await open.dialect.itemBody(place)
      const answer = await open.stub.send({ method: 'POST', path: '/v1/public/items', json: body })
      expect(answer.status).toBe(201)
      expect(JSON.stringify(body)).toContain(place.productId)
      expect(JSON.stringify(body)).toContain('a name')
    }
  },
)

const propertyFields = { itemId: id, name: text, readableId: readable }
const unit = { type: 'string', enum: ['mm', 'kg'] }
const spelled = { enum: ['Numeric', 'Formula', 'Matrix', 'Text', 'Date', 'Status'] }
const propertyOf = (fields: Readonly<Record<string, unknown>>, type: object): Schema => ({
  ...strict({ ...fields, type, value: {}, unit, quantity: { type: 'string' }, formula: text }, [
    'value',
    'unit',
    'quantity',
    'formula',
  ]),
  allOf: [
    conditional('numeric', { required: ['unit', 'quantity'], properties: { value: { type: 'number' } } }, {}),
    conditional('formula', { required: ['formula'] }, { required: ['value'] }),
  ],
})

/** One schema for a type, whatever its letter case, and another for the rest. */
function conditional(type: string, fitting: object, other: object): Schema {
  const capital = type.charAt(0).toUpperCase() + type.slice(1)
  const names = [type, capital, type.toUpperCase()]
  const isType = { required: ['type'], properties: { type: { enum: names } } }
  return { anyOf: [{ allOf: [isType, fitting] }, { allOf: [{ not: isType }, other] }] }
}

test.for([
  { kind: 'pydantic', refusal: pydantic },
  { kind: 'zod', refusal: zod },
])('properties of every type are created after refusals in the manner of $kind', async ({ refusal }, { expect }) => {
  await using open = await openDialect({
    refusal,
    schemas: { 'POST items': camel, 'POST properties': propertyOf(propertyFields, spelled) },
    parents: { items: 'productId', properties: 'itemId' },
  })
  const bodies = await Promise.all(propertyTypes.map((type) => open.dialect.propertyBody(type, place)))
  expect(bodies.map((body) => body['type'])).toEqual(['Numeric', 'Formula', 'Matrix', 'Text', 'Date', 'Status'])
  expect(bodies[0]).toEqual({
    itemId: place.itemId,
    name: 'a name',
    readableId: 'a_name',
    type: 'Numeric',
    value: 12.5,
    unit: 'mm',
    quantity: 'Length',
  })
  expect(bodies[1]).toMatchObject({ formula: `@{${place.sourceId}} * 2` })
  expect(bodies[2]).toMatchObject({ value: '[[1, 2], [3, 4]]' })
  expect(await open.dialect.formulaField()).toBe('formula')
  const bulk = await open.dialect.propertyBulkBody([place, { ...place, name: 'second', readableId: 'second' }])
  expect(JSON.stringify(bulk)).toContain('second')
})

test('a matrix is a numeric property where there is no such type', async () => {
  const types = { enum: ['numeric', 'formula', 'text', 'date', 'status'] }
  await using open = await openDialect({
    refusal: pydantic,
    schemas: { 'POST properties': lenient(strict({ item_id: id, type: types })) },
  })
  expect(await open.dialect.propertyBody('matrix', place)).toMatchObject({ type: 'numeric', value: '[[1, 2], [3, 4]]' })
})

test('a formula whose expression was passed over is tried under other names', async () => {
  await using open = await openDialect({ refusal: silent, forget: ['expression'] })
  expect(await open.dialect.propertyBody('formula', place)).toMatchObject({ formula: `@{${place.sourceId}} * 2` })
  expect(open.dialect.describe()['formulaField']).toEqual({ value: 'formula', source: 'record' })
})

const entry = strict({ name: text })
const inProduct = strict({ product_id: id, name: text })
const bulks = [
  { shape: 'with one parent', schema: strict({ product_id: id, items: listOf(entry) }) },
  { shape: 'with a parent in each entry', schema: strict({ items: listOf(inProduct) }) },
  { shape: 'a bare list', schema: listOf(inProduct) },
  { shape: 'under another name', schema: strict({ entries: listOf(inProduct) }) },
  { shape: 'lenient', schema: lenient(strict({ product_id: id, data: listOf(lenient(entry)) })) },
]

function listOf(items: object): Schema {
  return { type: 'array', minItems: 1, items }
}

test.for(
  bulks.flatMap((bulk) => [
    { ...bulk, kind: 'pydantic', refusal: pydantic },
    { ...bulk, kind: 'zod', refusal: zod },
  ]),
)('a bulk body $shape is learned from refusals in the manner of $kind', async ({ schema, refusal }, { expect }) => {
  await using open = await openDialect({
    refusal,
    schemas: { 'POST items': lenient(inProduct), 'POST items/bulk': schema },
  })
  const body = await open.dialect.itemBulkBody([place, { ...place, name: 'second' }])
  const answer = await open.stub.send({ method: 'POST', path: '/v1/public/items/bulk', json: body })
  expect(answer.json).toMatchObject({ count: 2 })
  expect(JSON.stringify(body)).toMatch(/a name.*second/)
})

test('a creation that is never accepted is given up after eight tries, with the last answer and what to declare', async () => {
  await using open = await openDialect({ refusal: silent, schemas: { 'POST items': { not: {} } } })
  await expect(open.dialect.itemBody(place)).rejects.toThrow(
    /^declare dialect\.itemCreate .*; POST \/v1\/public\/items answered 422 validation_error: the request is not valid$/,
  )
  await expect(open.dialect.itemBody(place)).rejects.toThrow('could not be learned')
  expect(open.sent().filter((line) => line === 'POST /v1/public/items').length).toBeLessThanOrEqual(8)
})

test('a declared template is used as it is where it is accepted', async () => {
  const itemCreate = { product_id: '{productId}', name: '{name}', extra: '{runId}' }
  await using open = await openDialect({ refusal: silent }, { targetFile: { dialect: { itemCreate } } })
  expect(await open.dialect.itemBody({ ...place, runId: 'abcd1234' })).toEqual({
    product_id: place.productId,
    name: 'a name',
    extra: 'abcd1234',
  })
  expect(open.dialect.describe()['itemCreate']).toEqual({ value: itemCreate, source: 'declared' })
})

test('those who ask at once share one lesson, and it leaves nothing at their places', async () => {
  await using open = await openDialect({ refusal: silent })
  await Promise.all([1, 2, 3].map(() => open.dialect.itemBody(place)))
  await open.dialect.propertyBody('text', place)
  const bodies = open.stub.exchanges.flatMap(({ request }) => (request.body ? [request.body.text] : []))
  expect(bodies.filter((body) => body.includes(place.productId) || body.includes(place.itemId))).toEqual([])
  expect(open.sent().filter((line) => line === 'POST /v1/public/items')).toHaveLength(1)
  expect(open.stub.exchanges.every(({ broken, endpoint }) => broken !== undefined || endpoint !== 'createItem')).toBe(
    true,
  )
})

test('where nothing may be written nothing is tried', async () => {
  await using open = await openDialect({ refusal: silent }, { mode: 'read-only' })
  await expect(open.dialect.itemBody(place)).rejects.toThrow('allow writes')
  expect(open.sent()).toEqual([])
})

test('a formula that any answer shows tells the field of its expression', async () => {
  await using open = await openDialect({ refusal: silent }, { mode: 'read-only' })
  open.dialect.noteProperty({ type: 'numeric', description: '@{a}' })
  open.dialect.noteProperty({ type: 'formula', description: 'twice @{a}', formulaText: '@{a} * 2' })
  expect(await open.dialect.formulaField()).toBe('formulaText')
  expect(isRecord(open.dialect.describe()['formulaField'])).toBe(true)
})

const inMillimetres = { category: 'Length', display_unit: 'mm' }

test.each([
  { forget: [], sent: inMillimetres, dropped: undefined },
  { forget: ['display_unit'], sent: { category: 'Length', displayUnit: 'mm' }, dropped: undefined },
  { forget: ['display_unit', 'displayUnit'], sent: inMillimetres, dropped: ['display_unit'] },
])('a unit that the target passes over is tried in its other spelling, else named: $forget', async (row) => {
  await using open = await openDialect({ refusal: silent, forget: row.forget })
  for (const type of ['numeric', 'matrix'] as const) {
    const body = await open.dialect.propertyBody(type, place)
    expect(body).toMatchObject(row.sent)
    expect('display_unit' in body).toBe('display_unit' in row.sent)
    expect(open.dialect.describe()[`propertyCreate.${type}`]?.dropped).toEqual(row.dropped)
  }
})

test('a unit that the answer shows under another name is not lost', () => {
  const json = { value: 12.5, display_unit: 'mm' }
  expect(droppedFields({ value: 12.5, unit: 'mm' }, { json })).toEqual([])
  expect(droppedFields({ value: 12.5, unit: 'mm', quantity: 'Length' }, { json })).toEqual(['quantity'])
})
