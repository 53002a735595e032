import { readdirSync, readFileSync } from 'node:fs'
import addFormats from 'ajv-formats'
import { Ajv2020, type ErrorObject, type ValidateFunction } from 'ajv/dist/2020.js'
import { show } from './show.ts'
import type { SchemaId } from './schema-id.ts'

/** One place at which data breaks its schema. */
export interface SchemaViolation {
  /** JSON Pointer into the data; empty for the whole. */
  readonly path: string
  readonly keyword: string
  readonly message: string
  readonly expected: string
  readonly received: string
  /** The key that a closed shape does not know. */
  readonly unknownKey?: string
}

const directory = new URL('../../schemas/', import.meta.url)
const base = 'https://product-data-conformance.test/schemas/'
const folders = ['resources', 'requests', 'responses', 'formats'] as const

let registry: Ajv2020 | undefined
const compiled = new Map<SchemaId, ValidateFunction>()

/** The ids of all schemas: folder and file name. */
export function schemaIds(): readonly string[] {
  return folders.flatMap((folder) => readdirSync(new URL(`${folder}/`, directory)).map((name) => `${folder}/${name}`))
}

/** Holds data against a schema; empty where it fits. Schemas are read once and compiled on first use. */
export function validate(schema: SchemaId, data: unknown): readonly SchemaViolation[] {
  const check = compiled.get(schema) ?? compile(schema)
  return check(data) ? [] : (check.errors ?? []).map((error) => violationOf(error))
}

function compile(schema: SchemaId): ValidateFunction {
  registry ??= readAll()
  const check = registry.getSchema(base + schema)
  if (!check) throw new Error(`there is no schema ${schema}`)
  compiled.set(schema, check)
  return check
}

function readAll(): Ajv2020 {
  const ajv = new Ajv2020({
    strict: true,
    strictRequired: false,
    allowUnionTypes: true,
    strictTypes: false,
    allErrors: true,
    verbose: true,
  })
  addFormats.default(ajv)
  for (const id of schemaIds()) ajv.addSchema(JSON.parse(readFileSync(new URL(id, directory), 'utf8')))
  return ajv
}

function violationOf(error: ErrorObject): SchemaViolation {
  const { instancePath, keyword, message = keyword } = error
  const unknownKey: unknown = error.params['additionalProperty']
  return {
    path: instancePath,
    keyword,
    message,
    expected: message,
    received: show(error.data),
    ...(typeof unknownKey === 'string' ? { unknownKey } : {}),
  }
}
