import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const suites = fileURLToPath(new URL('../suites/', import.meta.url))
const index = readFileSync(`${suites}index.suite.ts`, 'utf8')
const named = [...index.matchAll(/import '\.\/(.+)'/g)].map(([, path]) => path)

test('the index names every suite file once', () => {
  const files = globSync('**/*.suite.ts', { cwd: suites }).filter((file) => file !== 'index.suite.ts')
  expect(new Set(named)).toEqual(new Set(files))
  expect(named).toHaveLength(files.length)
})

test('files with checks that must be alone stand last', () => {
  const alone = named.map((path) => readFileSync(`${suites}${path}`, 'utf8').includes('serial: true'))
  expect(alone.indexOf(true) === -1 || alone.slice(alone.indexOf(true)).every((one) => one)).toBe(true)
})
