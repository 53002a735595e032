import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { exceptions, timesNamed } from './words-of-service.ts'

const root = fileURLToPath(new URL('../../', import.meta.url))

/** Files of lib that name what the service has, and do not stand in `lib/service/`. */
const naming = globSync('lib/**/*.ts', { cwd: root, exclude: ['lib/service/**'] }).filter(
  (file) => timesNamed(readFileSync(`${root}${file}`, 'utf8')) > 0,
)

test('the engine names nothing that the service has: what does stands in lib/service/', () => {
  expect(naming.filter((file) => !exceptions.has(file))).toEqual([])
})

test('each exception is one', () => {
  expect([...exceptions].filter((file) => !naming.includes(file))).toEqual([])
})

test.each([
  ["const path = '/v1/public/products'", 1],
  ["throw new Error('the part number of the product')", 2],
  ['/** A product. */\nconst version = 1', 0],
  ["import { products } from './products.ts'", 0],
  ["const name = 'product-data-conformance'", 0],
])('%s', (source, times) => {
  expect(timesNamed(source)).toBe(times)
})
