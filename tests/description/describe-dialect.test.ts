import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import type { DescribedDialect } from '../../lib/config/described-dialect.ts'
import { propertyTypes } from '../../lib/service/interface/patterns.ts'
import { describeDialect } from '../../lib/description/with-description.ts'
import { readDescription } from '../../lib/description/read-description.ts'
import { sampleBodies } from '../../lib/description/sample-body.ts'

async function learned(fixture: string): Promise<DescribedDialect> {
  const source = fileURLToPath(new URL(`../../proof/servers/descriptions/${fixture}.json`, import.meta.url))
  return describeDialect(await readDescription({ source }))
}

/** The likeliest body of each kind. */
function likeliest({ bodies }: DescribedDialect): Readonly<Record<string, unknown>> {
  return Object.fromEntries(Object.entries(bodies).map(([name, [first]]) => [name, first]))
}

describe.each(['fastapi-3.0', 'fastapi-3.1'])('what %s generated', (fixture) => {
  const place = { item_id: '{itemId}', name: '{name}' }
  test('is a body for each creation, by the variant of its type', async () => {
    expect(likeliest(await learned(fixture))).toEqual({
      itemCreate: { product_id: '{productId}', name: '{name}' },
      'propertyCreate.numeric': { ...place, type: 'numeric', value: 12.5, unit: 'mm' },
      'propertyCreate.matrix': { ...place, type: 'matrix', value: [[1, 2], [3, 4]], unit: 'mm' }, // prettier-ignore
      'propertyCreate.formula': { ...place, type: 'formula', expression: '@{{sourceId}} * 2' },
      'propertyCreate.text': { ...place, type: 'text', value: 'as sent' },
      'propertyCreate.date': { ...place, type: 'date', value: '2024-05-16' },
      'propertyCreate.status': { ...place, type: 'status', value: 'Draft' },
      itemBulk: { items: [{ product_id: '{productId}', name: '{name}' }] },
      propertyBulk: { properties: [{ ...place, type: 'text', value: 'as sent' }] },
    })
  })

  test('names the parameters of lists and the statuses of deletions', async () => {
    const { parameters, successes } = await learned(fixture)
    expect(parameters.listProducts).toContainEqual({ name: 'workspace_id', required: true })
    expect(successes).toMatchObject({ deleteProduct: ['204'], createItemsInBulk: ['201'], createItem: ['201'] })
  })
})

test('NestJS calls one shape with optional fields all kinds: those that the type needs are given', async () => {
  const { bodies } = await learned('nestjs-3.0')
  const place = { itemId: '{itemId}', name: '{name}' }
  expect(bodies['propertyCreate.numeric']?.[0]).toEqual({
    ...place,
    kind: 'Numeric',
    value: 12.5,
    category: 'Length',
    displayUnit: 'mm',
  })
  expect(bodies['propertyCreate.formula']?.[0]).toEqual({ ...place, kind: 'Formula', formula: '@{{sourceId}} * 2' })
  expect(bodies['itemBulk']).toEqual([[{ productId: '{productId}', title: '{name}' }]])
  expect(propertyTypes.filter((type) => bodies[`propertyCreate.${type}`] === undefined)).toEqual([])
})

const text = { type: 'string' } as const

test.each([
  ['a parent with a kind', { parent: { type: 'object', properties: { type: { enum: ['product', 'item'] }, id: text }, required: ['type', 'id'] } }, { parent: { type: 'product', id: '{productId}' } }], // prettier-ignore
  [
    'an enumeration that nobody can guess',
    { discipline: { enum: ['mechanical', 'electrical'] } },
    { discipline: 'mechanical' },
  ],
  ['a default', { stage: { ...text, default: 'draft' } }, { stage: 'draft' }],
  ['an example', { owner_mail: { ...text, examples: ['ada@example.test'] } }, { owner_mail: 'ada@example.test' }],
  [
    'a date and a count',
    { due: { ...text, format: 'date' }, count: { type: 'integer', minimum: 3 } },
    { due: '2024-05-16', count: 3 },
  ],
  ['a name without spaces', { name: { ...text, pattern: '^\\w+$' } }, { name: '{readableId}' }],
  ['a part number, which would leave a trace', { part_number: text, name: text }, { name: '{name}' }],
  [
    'a reference to the same, by an example of it',
    { product_id: { ...text, example: 'd290f1ee-6c54-4b01-90e6-d701748f0851' } },
    { product_id: '{productId}' },
  ],
])('%s is filled in where it is required', (_, properties, body) => {
  const schema = { type: 'object', properties, required: Object.keys(properties) }
  expect(sampleBodies(schema, { of: 'item' })[0]).toEqual(body)
})

test('patterns that backtrack without end are given up', () => {
  const names = Array.from({ length: 40 }, (_, index) => `field${index}`)
  const properties = Object.fromEntries(
    names.map((name) => [name, { ...text, pattern: `^(\\w+\\s?)+!{${name.length}}$` }]),
  )
  const endless = { ...properties, name: { ...text, pattern: '^(\\w+\\s?)+!$' } }
  const [body] = sampleBodies({ type: 'object', properties: endless, required: Object.keys(endless) }, { of: 'item' })
  expect(body).toMatchObject({ name: '{name}' })
})

test('a schema that says nothing of the fields shows no body', () => {
  expect(sampleBodies({ type: 'object' }, { of: 'item' })).toEqual([])
  expect(sampleBodies({ type: 'object', properties: { description: text } }, { of: 'item' })).toEqual([])
})

test('parts of allOf are put together, and null is no value', () => {
  const schema = {
    allOf: [
      { type: 'object', properties: { name: { anyOf: [{ type: 'null' }, text] } }, required: ['name'] },
      { properties: { parentId: { oneOf: [{ type: 'integer' }, text] } }, required: ['parentId'] },
    ],
  }
  expect(sampleBodies(schema, { of: 'item' })).toEqual([{ name: '{name}', parentId: '{productId}' }])
})
