import { readFileSync } from 'node:fs'
import { validate, type SchemaViolation } from '../contract/schema-registry.ts'
import type { PropertyType } from '../contract/patterns.ts'
import { ConfigurationError } from './configuration-error.ts'

/** A creation body with placeholders such as `{productId}` in its texts. */
export type BodyTemplate = Readonly<Record<string, unknown>>

/** What a target declares of itself; its schema is `schemas/formats/target.json`. */
export interface TargetFile {
  readonly name?: string
  readonly workspaceId?: string
  readonly fixtures?: {
    readonly publishedProduct?: { readonly productId: string; readonly versions?: readonly number[]; readonly baseline?: number }
    readonly foreign?: ForeignFixtures
    readonly properties?: { readonly [Type in PropertyType]?: string }
    readonly softDeletedPropertyId?: string
    readonly generatedDocumentFileId?: string
    readonly partNumberRule?: {
      readonly workspaceId?: string
      readonly pattern: string
      readonly matching?: string
      readonly violating?: string
    }
  }
  readonly dialect?: {
    readonly workspaceParameter?: string
    readonly itemParameter?: string
    readonly formulaField?: string
    readonly itemCreate?: BodyTemplate
    readonly propertyCreate?: { readonly [Type in PropertyType]?: BodyTemplate }
    readonly itemBulk?: unknown
    readonly propertyBulk?: unknown
  }
  readonly aiUsage?: boolean
  readonly limits?: { readonly maxUploadBytes?: number }
}

/** Ids of another organization. */
export interface ForeignFixtures {
  readonly workspaceId?: string
  readonly productId?: string
  readonly itemId?: string
  readonly propertyId?: string
  readonly fileId?: string
}

/** Reads and checks a target file. Throws `ConfigurationError` naming the file, the place and the mend. */
export function readTargetFile(path: string): TargetFile {
  const data = parseJson(path)
  const [violation] = validate('formats/target.json', data)
  if (violation) throw new ConfigurationError(`the target file ${path} ${describe(violation)}`)
  // The schema has just been held against it, and the type says what the schema says.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  return data as TargetFile
}

function parseJson(path: string): unknown {
  let text: string
  try {
    text = readFileSync(path, 'utf8')
  } catch (cause) {
    throw new ConfigurationError(`the target file ${path} cannot be read; check --target`, { cause })
  }
  try {
    return JSON.parse(text)
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : String(cause)
    throw new ConfigurationError(`the target file ${path} is no JSON: ${why}`, { cause })
  }
}

function describe({ path, keyword, message, received, unknownKey }: SchemaViolation): string {
  const where = path === '' ? 'at its top' : `at ${path}`
  if (keyword === 'additionalProperties' || keyword === 'unevaluatedProperties')
    return `has an unknown key ${unknownKey === undefined ? '' : `"${unknownKey}" `}${where}; the README lists the keys`
  return `is wrong ${where}: ${message}, and it is ${received}`
}
