import { expect, test } from 'vitest'
import type { DescribedDialect } from '../../lib/config/described-dialect.ts'
import { openDialect } from './open-dialect.ts'
import { pydantic, silent } from './refusals.ts'

const id = { type: 'string', pattern: '^[0-9a-f-]{36}$' }
const odd = {
  type: 'object',
  properties: { within: id, caption: { type: 'string' }, discipline: { enum: ['mechanical'] } },
  required: ['within', 'caption', 'discipline'],
  additionalProperties: false,
}
const plain = {
  type: 'object',
  properties: { productId: id, title: { type: 'string' } },
  required: ['productId', 'title'],
  additionalProperties: false,
}
const place = { productId: '0d4b7c1e-0000-4000-8000-00000000000a', name: 'a name' }

function described(more: Partial<DescribedDialect>): DescribedDialect {
  return { source: '/openapi.json', parameters: {}, bodies: {}, successes: {}, ...more }
}

const oddBody = { within: '{productId}', caption: '{name}', discipline: 'mechanical' }

test('a body that no refusal explains is learned from the description, single and in bulk', async () => {
  const schemas = { 'POST items': odd, 'POST items/bulk': { type: 'array', items: odd } }
  await using without = await openDialect({ refusal: silent, schemas })
  await expect(without.dialect.itemBody(place)).rejects.toThrow(/could not be learned/)
  const bodies = { itemCreate: [oddBody], itemBulk: [[oddBody]] }
  await using open = await openDialect({ refusal: silent, schemas }, { described: described({ bodies }) })
  expect(await open.dialect.itemBody(place)).toEqual({ within: place.productId, caption: 'a name', discipline: 'mechanical' }) // prettier-ignore
  expect(await open.dialect.itemBulkBody([place, place])).toHaveLength(2)
  const { itemCreate, itemBulk } = open.dialect.describe()
  expect([itemCreate?.source, itemBulk?.source]).toEqual(['description', 'description'])
  expect(open.sent().filter((line) => line === 'POST /v1/public/items')).toHaveLength(1)
})

test('a description that shows another body than the target takes is named, and the target is probed', async () => {
  const bodies = { itemCreate: [oddBody] }
  const schemas = { 'POST items': plain }
  await using open = await openDialect({ refusal: pydantic, schemas }, { described: described({ bodies }) })
  expect(await open.dialect.itemBody(place)).toEqual({ productId: place.productId, title: 'a name' })
  expect(open.dialect.describe()['itemCreate']).toMatchObject({
    source: 'validation-error',
    contradicts: expect.stringContaining(
      'the target rejected the body that its description shows: POST /v1/public/items',
    ),
  })
})

test('a described body that is refused is named also where nothing else is accepted', async () => {
  const bodies = { itemCreate: [{ name: '{name}' }] }
  const schemas = { 'POST items': odd }
  await using open = await openDialect({ refusal: silent, schemas }, { described: described({ bodies }) })
  await expect(open.dialect.itemBody(place)).rejects.toThrow(/the target rejected the body that its description shows/)
})

const filters = { properties: { parameter: 'belongs', field: 'item_id' } }
const rows = { properties: [{ id: 'p', item_id: 'i' }] }
const named = (name: string): DescribedDialect =>
  described({ parameters: { listProperties: [{ name, required: true }] } })

test('a parameter that nobody can guess is learned from the description', async () => {
  const shape = { refusal: silent, filters, rows }
  await using without = await openDialect(shape)
  await expect(without.dialect.itemParameter()).rejects.toThrow(/no query parameter filtered the list/)
  await using open = await openDialect(shape, { described: named('belongs') })
  expect(await open.dialect.itemParameter()).toBe('belongs')
  expect(open.dialect.describe()['itemParameter']).toEqual({ value: 'belongs', source: 'description' })
})

test('a described parameter that does nothing is named, and the one that does is found', async () => {
  const shape = { refusal: silent, rows, filters: { properties: { parameter: 'item_id', field: 'item_id' } } }
  await using open = await openDialect(shape, { described: named('itemRef') })
  expect(await open.dialect.itemParameter()).toBe('item_id')
  expect(open.dialect.describe()['itemParameter']).toEqual({
    value: 'item_id',
    source: 'candidate',
    contradicts: 'the description names itemRef, which does not filter the list',
  })
})

test('what is declared goes before what is described', async () => {
  const targetFile = { dialect: { itemCreate: { productId: '{productId}', title: '{name}' } } }
  const options = { targetFile, described: described({ bodies: { itemCreate: [oddBody] } }) }
  await using open = await openDialect({ refusal: silent, schemas: { 'POST items': plain } }, options)
  await open.dialect.itemBody(place)
  expect(open.dialect.describe()['itemCreate']?.source).toBe('declared')
})
