import { afterAll, expect, test } from 'vitest'
import { type Answer, textOf } from './ask.ts'
import { length, openWorkbench } from './workbench.ts'

const bench = await openWorkbench()
afterAll(() => bench.reference.close())

const { get, patch, property, remove } = bench
const width = textOf(await property(length(5)), 'id')
const height = textOf(await property(length(4)), 'id')
const label = textOf(await property({ type: 'text', value: '5' }), 'id')

function formula(expression: string): Promise<Answer> {
  return property({ type: 'formula', expression })
}

const computed: readonly (readonly [string, number | string])[] = [
  [`@{${width}} * @{${height}}`, '20 mm^2'],
  [`@{${width}} / @{${height}}`, 1.25],
  [`2 * (@{${width}} + 1 cm)`, '30 mm'],
  [`sqrt(@{${width}}^2 + 144 mm^2)`, '13 mm'],
  [`max(@{${width}}, @{${height}})`, '5 mm'],
  [`-@{${width.toUpperCase()}}`, '-5 mm'],
  ['0.1 + 0.2', 0.3],
  ['2 * pi', 6.2831853071796],
]

test.for(computed)('%s gives %s', async ([expression, result]) => {
  const { status, body } = await formula(expression)
  expect([status, body['value'], body['expression']]).toEqual([201, result, expression])
  expect(Object.keys(body)).not.toContain('category')
  expect(Object.keys(body)).not.toContain('display_unit')
})

test.for([
  '1 +',
  'a = 1',
  'f(x) = x',
  '[1, 2]',
  '"text"',
  '1; 2',
  'import("fs")',
  'createUnit("foo")',
  'mm.constructor',
  '170!',
  '1:1000000000',
  '9^9^9^9',
  'sqrt(-1)',
  '1 / 0',
  `@{${width}} + 1 s`,
  `@{${label}}`,
  '@{00000000-0000-4000-8000-000000000000}',
  '@{width}',
  'x'.repeat(1001),
])('%s is no formula', async (expression) => {
  expect((await formula(expression)).status).toBe(422)
})

test('a result follows its sources, through other formulas', async () => {
  const side = textOf(await property(length(3)), 'id')
  const area = textOf(await formula(`@{${side}}^2`), 'id')
  const twice = textOf(await formula(`2 * @{${area}}`), 'id')
  await patch(`/properties/${side}`, { value: 10 })
  expect((await get(`/properties/${twice}`)).body['value']).toBe('200 mm^2')
  await patch(`/properties/${area}`, { expression: `@{${side}} * 1 m` })
  expect((await get(`/properties/${twice}`)).body['value']).toBe('0.02 m^2')
})

test('a formula never refers back to itself', async () => {
  const first = textOf(await formula(`@{${width}}`), 'id')
  const second = textOf(await formula(`@{${first}} + 1 mm`), 'id')
  expect((await patch(`/properties/${first}`, { expression: `@{${second}}` })).status).toBe(422)
  expect((await patch(`/properties/${first}`, { expression: `@{${first}}` })).status).toBe(422)
  expect((await get(`/properties/${second}`)).body['value']).toBe('6 mm')
})

test('a formula whose source is deleted has no result', async () => {
  const source = textOf(await property(length(1)), 'id')
  const id = textOf(await formula(`@{${source}}`), 'id')
  await remove(`/properties/${source}`)
  expect((await get(`/properties/${id}`)).body['value']).toBeNull()
})
