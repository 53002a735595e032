import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { openDialect } from './open-dialect.ts'
import { ajvStyle, pydantic, type Refusal, silent, talking, zod } from './refusals.ts'
import { type Schema, workspaceId } from './stub-target.ts'

const product = { id: randomUUID(), workspace_id: workspaceId, name: 'a product' }
const otherProduct = { id: randomUUID(), workspace_id: randomUUID(), name: 'another' }
const item = { id: randomUUID(), product_id: product.id }
const property = { id: randomUUID(), item_id: item.id }
const rows = { products: [product, otherProduct], items: [item], properties: [property] }
const query = (names: Readonly<Record<string, unknown>>, required: readonly string[] = Object.keys(names)): Schema => ({
  type: 'object',
  properties: names,
  required,
  additionalProperties: false,
})

test.for([
  { kind: 'pydantic', refusal: pydantic, name: 'workspace_id' },
  { kind: 'zod', refusal: zod, name: 'workspaceId' },
  { kind: 'ajv', refusal: ajvStyle, name: 'workspace-uuid' },
  { kind: 'a message', refusal: talking, name: 'workspaceUuid' },
])('$kind says that $name is missing', async ({ refusal, name }) => {
  await using open = await openDialect({ refusal, schemas: { 'GET products': query({ [name]: {} }) } })
  expect(await open.dialect.workspaceParameter()).toBe(name)
  expect(open.dialect.describe()).toEqual({ workspaceParameter: { value: name, source: 'validation-error' } })
  expect(open.sent()).toEqual([
    'GET /v1/public/products?limit=5',
    'GET /v1/public/workspaces?limit=5',
    'POST /v1/public/products',
    `GET /v1/public/products?limit=5&${name}=${workspaceId}`,
  ])
})

const misnaming: Refusal = (errors, place) =>
  pydantic(
    errors.map((error) => ({ ...error, keyword: 'required', params: { missingProperty: 'item_id' } })),
    place,
  )

test('a refusal names the field of the record, and the parameter has another spelling', async () => {
  const schemas = { 'GET properties': query({ itemId: {} }) }
  await using open = await openDialect({ refusal: misnaming, rows, schemas }, { mode: 'read-only' })
  expect(await open.dialect.itemParameter(item.id)).toBe('itemId')
  expect(open.dialect.describe()['itemParameter']).toEqual({ value: 'itemId', source: 'candidate' })
})

test('a refusal that names nothing is turned into a success by the right candidate', async () => {
  await using open = await openDialect(
    { refusal: silent, schemas: { 'GET products': query({ workspace: {} }) } },
    { mode: 'read-only' },
  )
  expect(await open.dialect.workspaceParameter()).toBe('workspace')
})

test.for(['empty', 404] as const)('a parameter shows by its effect on an unknown id: %s', async (unknownId) => {
  await using open = await openDialect(
    {
      refusal: silent,
      rows,
      unknownId,
      filters: {
        products: { parameter: 'workspaceId', field: 'workspace_id' },
        properties: { parameter: 'item', field: 'item_id' },
        items: { parameter: 'productId', field: 'product_id' },
      },
    },
    { mode: 'read-only' },
  )
  expect(await open.dialect.workspaceParameter()).toBe('workspaceId')
  expect(await open.dialect.itemParameter()).toBe('item')
  expect(await open.dialect.productParameter()).toBe('productId')
  expect(open.dialect.describe()['itemParameter']).toEqual({ value: 'item', source: 'candidate' })
})

test('a parameter shows by its effect on another place where an unknown one counts as none', async () => {
  const elsewhere = { id: randomUUID(), name: 'two', readable_id: 'two' }
  const here = { id: workspaceId, name: 'one', readable_id: 'one' }
  await using open = await openDialect(
    {
      refusal: silent,
      rows: { workspaces: [here, elsewhere], products: [product] },
      unknownId: 'all',
      filters: { products: { parameter: 'workspaceId', field: 'workspace_id' } },
    },
    { mode: 'read-only' },
  )
  expect(await open.dialect.workspaceParameter()).toBe('workspaceId')
})

test('a target that refuses unknown parameters takes the right one', async () => {
  await using open = await openDialect(
    { refusal: silent, rows, schemas: { 'GET products': query({ workspaceUuid: {} }, []) } },
    { mode: 'read-only' },
  )
  expect(await open.dialect.workspaceParameter()).toBe('workspaceUuid')
})

test('a list that stays empty without its parameter shows it once there is something in it', async () => {
  await using open = await openDialect({
    refusal: silent,
    filters: { properties: { parameter: 'itemId', field: 'item_id' } },
  })
  expect(await open.dialect.itemParameter()).toBe('itemId')
})

test('in an empty deployment that may not be written to the usual name is used', async () => {
  await using open = await openDialect({ refusal: silent }, { mode: 'read-only' })
  expect(await open.dialect.workspaceParameter()).toBe('workspace_id')
  expect(open.dialect.describe()).toEqual({ workspaceParameter: { value: 'workspace_id', source: 'default' } })
})

test('a target that never narrows its list down is undiscovered, with its own answer', async () => {
  await using open = await openDialect({ refusal: silent, rows }, { mode: 'read-only' })
  await expect(open.dialect.workspaceParameter()).rejects.toThrow(
    /^declare dialect\.workspaceParameter .*; GET \/v1\/public\/products\?limit=5 answered 200$/,
  )
  expect(await open.dialect.productParameter()).toBeUndefined()
  expect(open.sent().length).toBeLessThan(70)
})

test('what is declared costs no request', async () => {
  const targetFile = { dialect: { workspaceParameter: 'space', itemParameter: 'thing' } }
  await using open = await openDialect({ refusal: silent }, { targetFile })
  expect([await open.dialect.workspaceParameter(), await open.dialect.itemParameter()]).toEqual(['space', 'thing'])
  expect(open.dialect.describe()['itemParameter']).toEqual({ value: 'thing', source: 'declared' })
  expect(open.sent()).toEqual([])
})

test('those who ask at once share one search', async () => {
  await using open = await openDialect({
    refusal: silent,
    rows,
    unknownId: 404,
    filters: { products: { parameter: 'workspace_id', field: 'workspace_id' } },
  })
  const names = await Promise.all([1, 2, 3].map(() => open.dialect.workspaceParameter()))
  expect(names).toEqual(['workspace_id', 'workspace_id', 'workspace_id'])
  expect(open.sent()).toHaveLength(3)
})

test('a list is asked for with all that it requires', async () => {
  await using open = await openDialect({
    refusal: pydantic,
    rows,
    schemas: {
      'GET files': query({ workspaceId: {}, product_id: {} }),
      'GET items': query({ workspace_id: {}, product_id: {} }),
    },
  })
  const place = { workspaceId, productId: product.id, itemId: item.id }
  expect(await open.dialect.listQuery('listFiles', place)).toEqual({ workspaceId, product_id: product.id })
  expect(await open.dialect.listQuery('listItems', place)).toEqual({
    workspace_id: workspaceId,
    product_id: product.id,
  })
  expect(await open.dialect.listQuery('listOrganizationUsers', place)).toEqual({})
})

test('what a list requires and the place does not have is something that is there', async () => {
  await using open = await openDialect(
    { refusal: zod, rows, schemas: { 'GET files': query({ workspaceId: {}, productId: {}, itemId: {} }) } },
    { mode: 'read-only' },
  )
  expect(await open.dialect.listQuery('listFiles', {})).toEqual({ workspaceId, productId: product.id, itemId: item.id })
})

test('what a list requires may have a name that begins with a preposition', async () => {
  const schemas = { 'GET items': query({ ofProduct: {} }), 'GET files': query({ inWorkspace: {} }) }
  await using open = await openDialect({ refusal: zod, rows, schemas }, { mode: 'read-only' })
  expect(await open.dialect.listQuery('listItems', {})).toEqual({ ofProduct: product.id })
  expect(await open.dialect.listQuery('listFiles', {})).toEqual({ inWorkspace: workspaceId })
})

test('a list that is asked for by something is not asked for by a placeholder where nothing is there', async () => {
  await using open = await openDialect(
    { refusal: pydantic, schemas: { 'GET items': query({ product_id: {} }) } },
    { mode: 'read-only' },
  )
  await expect(open.dialect.listQuery('listItems', {})).rejects.toThrow('showed no')
  expect(open.sent().filter((request) => request.includes('%7B'))).toEqual([])
})
