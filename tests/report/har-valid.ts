import { createRequire } from 'node:module'
import { readFileSync } from 'node:fs'
import addFormats from 'ajv-formats'
import { Ajv, type AnySchemaObject } from 'ajv'
import type { Har } from 'har-format'

const require = createRequire(import.meta.url)

/** Reads an archive and holds it against the schemas of HAR 1.2; throws where it does not fit. */
export function readHar(path: string): Har {
  // The published schemas hold words of their own (`min`, `optional`).
  const ajv = new Ajv({ strict: false, allErrors: true })
  ajv.addMetaSchema(require('ajv/dist/refs/json-schema-draft-06.json'))
  addFormats.default(ajv)
  const schemas: Readonly<Record<string, AnySchemaObject>> = require('har-schema')
  for (const schema of Object.values(schemas)) ajv.addSchema(schema)
  const validate = ajv.compile<Har>({ $ref: 'har.json#' })
  const har: unknown = JSON.parse(readFileSync(path, 'utf8'))
  if (!validate(har)) throw new Error(ajv.errorsText(validate.errors?.slice(0, 5)))
  return har
}
