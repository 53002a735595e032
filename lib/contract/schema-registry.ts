import type { Ajv2020, ErrorObject, ValidateFunction } from 'ajv/dist/2020.js'
import { createAjv } from './create-ajv.ts'
import { schemaBase, schemaFile, schemaIds } from './schema-files.ts'
import type { SchemaId } from '../service/interface/schema-id.ts'
import { show } from './show.ts'

/** One place at which data breaks its schema. */
export interface SchemaViolation {
  /** JSON Pointer into the data; empty for the whole. */
  readonly path: string
  readonly keyword: string
  readonly message: string
  /** The message without the words of JSON Schema, for the author of a file. */
  readonly plain: string
  readonly expected: string
  readonly received: string
  /** The key that a closed shape does not know. */
  readonly unknownKey?: string
}

let registry: Ajv2020 | undefined
const compiled = new Map<SchemaId, ValidateFunction>()

/** Validates data against a schema; empty if it is valid. Schemas are read once and compiled on first use. */
export function validate(schema: SchemaId, data: unknown): readonly SchemaViolation[] {
  const check = compiled.get(schema) ?? compile(schema)
  return check(data) ? [] : (check.errors ?? []).map((error) => violationOf(error))
}

function compile(schema: SchemaId): ValidateFunction {
  registry ??= createRegistry()
  const check = registry.getSchema(schemaBase + schema)
  if (!check) throw new Error(`there is no schema ${schema}`)
  compiled.set(schema, check)
  return check
}

/** An ajv with all schemas, which reports every place where data breaks one. */
export function createRegistry(): Ajv2020 {
  const ajv = createAjv({ allErrors: true, verbose: true })
  for (const id of schemaIds()) ajv.addSchema(schemaFile(id))
  return ajv
}

function violationOf(error: ErrorObject): SchemaViolation {
  const { instancePath, keyword, message = keyword } = error
  const unknownKey: unknown = error.params['additionalProperty']
  return {
    path: instancePath,
    keyword,
    message,
    plain: plainMistake(error),
    expected: message,
    received: show(error.data),
    ...(typeof unknownKey === 'string' ? { unknownKey } : {}),
  }
}

/** What is wrong with a file, for its author: the mistake and its place, without the words of JSON Schema. */
export function mistakeText({ path, plain }: Pick<SchemaViolation, 'path' | 'plain'>): string {
  return `${path === '' ? 'the top level' : path} ${plain}`
}

const typeNames: Readonly<Record<string, string>> = { array: 'a list', object: 'an object', integer: 'a whole number' }

function plainMistake({ keyword, params, message = keyword }: ErrorObject): string {
  const { missingProperty, type } = params
  if (keyword === 'required') return `must have "${String(missingProperty)}"`
  const name = keyword === 'type' ? typeNames[String(type)] : undefined
  return name === undefined ? message : `must be ${name}`
}
