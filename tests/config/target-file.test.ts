import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { isRecord } from '../../lib/contract/is-record.ts'
import targetSchema from '../../schemas/formats/target.json' with { type: 'json' }
import { ConfigurationError } from '../../lib/config/errors.ts'
import { readTargetFile } from '../../lib/config/target-file.ts'
import { temporaryDirectory } from '../temporary-directory.ts'

const directory = temporaryDirectory('target-file-')

function fileOf(text: string): string {
  const path = join(directory, 'target.json')
  writeFileSync(path, text)
  return path
}

test('a file is read with what it declares', () => {
  const declared = { name: 'staging', dialect: { itemCreate: { product_id: '{productId}' } }, aiUsage: true }
  expect(readTargetFile(fileOf(JSON.stringify(declared)))).toEqual(declared)
})

test('a file may name its schema, and the schema describes every key for editors', () => {
  expect(readTargetFile(fileOf('{ "$schema": "schemas/formats/target.json" }'))).toHaveProperty('$schema')
  const undescribed = [...keysOf(targetSchema, '')].filter(({ description }) => (description ?? '').length < 8)
  expect(undescribed.map(({ path }) => path)).toEqual([])
  expect([...keysOf(targetSchema, '')].length).toBeGreaterThan(40)
})

interface Described {
  readonly path: string
  readonly description: string | undefined
}

function* keysOf(schema: unknown, path: string): Generator<Described> {
  if (!isRecord(schema)) return
  const { properties, items } = schema
  for (const [key, value] of Object.entries(isRecord(properties) ? properties : {})) {
    const description = isRecord(value) ? value['description'] : undefined
    yield { path: `${path}/${key}`, description: typeof description === 'string' ? description : undefined }
    yield* keysOf(value, `${path}/${key}`)
  }
  yield* keysOf(items, `${path}/*`)
}

test('comments are passed over, what stands in texts is none, and what is wrong stays where it is', () => {
  const text = '// what it is\n{ "name": "https://x", /* two\nlines */ "aiUsage": true } // end'
  expect(readTargetFile(fileOf(text))).toEqual({ name: 'https://x', aiUsage: true })
  expect(() => readTargetFile(fileOf('// one\n{ /* a */ "name":}'))).toThrow('line 2, column 18')
})

test('a byte order mark does not matter', () => {
  expect(readTargetFile(fileOf('\uFEFF{}'))).toEqual({})
})

test.for([
  ['{\n  "name": "x",\n}', 'line 3, column 1'],
  ['{"name":}', 'line 1, column 9'],
  ['{\n  "name" "x"\n}', 'line 2, column 10'],
  ['nope', 'line 1, column 2'],
  ['', 'line 1, column 1'],
  ['{"name": "x"', 'line 1, column 13'],
] as const)('%j goes wrong at %s', ([text, place]) => {
  expect(() => readTargetFile(fileOf(text))).toThrow(place)
})

test.for([
  [{ fixture: {} }, 'did you mean "fixtures"?'],
  [{ fixtures: { foriegn: {} } }, 'did you mean "foreign"?'],
  [{ fixtures: { foreign: { workspaceID: 'x' } } }, 'did you mean "workspaceId"?'],
  [{ somethingElse: 1 }, 'the known keys are name, workspaceId, openapi, fixtures'],
])('the unknown key in %j is answered with %s', ([declared, said]) => {
  expect(() => readTargetFile(fileOf(JSON.stringify(declared)))).toThrow(said)
})

test.for([{ name: 1 }, { limits: { maxUploadBytes: 0 } }, [], null])('%j is refused', (declared) => {
  expect(() => readTargetFile(fileOf(JSON.stringify(declared)))).toThrow(ConfigurationError)
})

test('a file that is not there is an error of configuration', () => {
  expect(() => readTargetFile(join(directory, 'nowhere.json'))).toThrow('check --target')
})
