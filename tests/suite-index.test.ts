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

const sources = named.map((path) => readFileSync(`${suites}${path}`, 'utf8'))
const badKeys = sources.map((source) => /as: '(?:none|forged)'/.test(source) && !source.includes('AUTH-24'))

test('files with checks that must be alone stand last, but for those that send bad keys', () => {
  const alone = sources.map((source) => source.includes('serial: true'))
  expect(alone).toContain(true)
  expect(alone.slice(alone.indexOf(true)).filter((one) => !one)).toHaveLength(badKeys.filter((one) => one).length)
})

test('files whose checks send bad keys stand last of all: a deployment may lock such a client out', () => {
  expect(badKeys).toContain(true)
  expect(badKeys.slice(badKeys.indexOf(true)).every((one) => one)).toBe(true)
})
