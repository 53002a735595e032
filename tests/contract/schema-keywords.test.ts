import { readdirSync, readFileSync } from 'node:fs'
import type { ErrorObject } from 'ajv/dist/2020.js'
import { expect, test } from 'vitest'
import { isRecord } from '../../lib/contract/is-record.ts'
import { createRegistry } from '../../lib/contract/schema-registry.ts'
import { schemaFile, schemaIds } from '../../lib/contract/schema-files.ts'
import { keywordPlaces } from './keyword-places.ts'

const directory = new URL('../../schemas/', import.meta.url)
const base = 'https://product-data-conformance.test/schemas/'

// As lib/contract compiles them, and with every error of a case.
const ajv = createRegistry()
const schemas = new Map(schemaIds().map((id) => [id, schemaFile(id)]))
const casesOf = Map.groupBy(
  readdirSync(new URL('cases/', directory)).map((name) => read(`cases/${name}`)),
  ({ schema }) => String(schema),
)

test.each([...schemas.keys()].map((id) => ({ id })))('every keyword of $id is broken by one of its cases', ({ id }) => {
  const errors = casesOf.get(id)?.flatMap(({ cases }) => (Array.isArray(cases) ? cases : []).flatMap(errorsIn(id)))
  const unbroken = keywordPlaces(schemas.get(id)).filter((place) => !errors?.some((error) => place.isBrokenBy(error)))
  expect(unbroken.map(({ name }) => name)).toEqual([])
})

test.each([...schemas].map(([id, schema]) => ({ id, schema })))('$id says what it is and where', ({ id, schema }) => {
  expect(schema).toMatchObject({
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    $id: base + id,
    title: expect.stringMatching(/^[A-Z]/),
    description: expect.stringMatching(/\S\.$/),
  })
})

function errorsIn(id: string): (row: unknown) => readonly ErrorObject[] {
  const check = ajv.getSchema(base + id)
  return (row) => (check && isRecord(row) && !check(row['data']) ? (check.errors ?? []) : [])
}

function read(path: string): Readonly<Record<string, unknown>> {
  const content: unknown = JSON.parse(readFileSync(new URL(path, directory), 'utf8'))
  if (isRecord(content)) return content
  throw new Error(`${path} holds no object`)
}
