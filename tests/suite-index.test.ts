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

test('what sends bad keys stands in files of checks that run last: a deployment may lock such a client out', () => {
  const sources = named.map((path) => readFileSync(`${suites}${path}`, 'utf8'))
  const badKeys = sources.filter((source) => /as: '(?:none|forged)'/.test(source) && !source.includes('AUTH-24'))
  expect(badKeys).not.toEqual([])
  for (const source of badKeys)
    expect(source.match(/when: 'last'/g)).toHaveLength(source.match(/verifies: \[/g)?.length ?? 0)
})
