import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import type { SchemaId } from '../../lib/service/interface/schema-id.ts'
import { schemaIds } from '../../lib/contract/schema-files.ts'
import { validate } from '../../lib/contract/schema-registry.ts'

interface SchemaCases {
  readonly schema: SchemaId
  readonly cases: ReadonlyArray<{ readonly description: string; readonly data: unknown; readonly valid: boolean }>
}

const directory = new URL('../../schemas/cases/', import.meta.url)
const files = readdirSync(directory).map((name): SchemaCases =>
  JSON.parse(readFileSync(new URL(name, directory), 'utf8')),
)

describe.each(files)('$schema', (file) => {
  test.each(file.cases)('$description', ({ data, valid }) => {
    expect(validate(file.schema, data).length === 0).toBe(valid)
  })

  test('its cases keep their own format', () => {
    expect(validate('formats/schema-cases.json', file)).toEqual([])
  })

  test('its cases show both verdicts, and no description twice or with a modal verb', () => {
    const descriptions = file.cases.map(({ description }) => description)
    expect(new Set(file.cases.map(({ valid }) => valid))).toEqual(new Set([true, false]))
    expect(new Set(descriptions).size).toBe(descriptions.length)
    expect(descriptions.filter((text) => /\b(?:should|must|may|can|shall)\b/.test(text))).toEqual([])
  })
})

test('every schema has cases', () => {
  expect(new Set(files.map(({ schema }) => schema))).toEqual(new Set(schemaIds()))
})
