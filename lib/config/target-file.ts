import type { TargetFile } from '../../api/target-file.d.ts'
import targetSchema from '../../schemas/formats/target.json' with { type: 'json' }
import { isRecord } from '../contract/is-record.ts'
import { mistakeText, validate, type SchemaViolation } from '../contract/schema-registry.ts'
import { ConfigurationError } from './errors.ts'
import { jsonMistake } from './json-mistake.ts'
import { nearestWord } from './nearest-word.ts'
import { readBounded } from './read-bounded.ts'

export type { BodyTemplate, DeclaredFile, DeclaredValue, ForeignFixtures, TargetFile } from '../../api/target-file.d.ts'

/** Reads and checks a target file. Throws `ConfigurationError` with the file, the place and the fix. */
export function readTargetFile(path: string): TargetFile {
  const data = parseJson(path)
  const [violation] = validate('formats/target.json', data)
  if (violation) throw new ConfigurationError(`the target file ${path} ${describe(violation)}`)
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the schema has just been held against it, and the type says what the schema says
  return data as TargetFile
}

function parseJson(path: string): unknown {
  const described = { file: `the target file ${path}`, remedy: 'check --target' }
  // Some editors write a byte order mark, which is not part of the JSON.
  const text = withoutComments(readBounded(path, described).replace(/^\uFEFF/, ''))
  try {
    return JSON.parse(text)
  } catch (cause) {
    const { line, column } = jsonMistake(text)
    throw new ConfigurationError(`the target file ${path} is not valid JSON: see line ${line}, column ${column}`, {
      cause,
    })
  }
}

/** JSON with its comments replaced by spaces, so that mistakes keep their place. */
function withoutComments(text: string): string {
  return text.replaceAll(
    /("(?:\\.|[^"\\\n])*")|\/\/[^\n]*|\/\*[^]*?\*\//g,
    (found: string, literal: string | undefined) => (literal === undefined ? found.replaceAll(/[^\n]/g, ' ') : found),
  )
}

function describe({ path, plain, received, unknownKey }: SchemaViolation): string {
  const where = path === '' ? 'at its top level' : `at ${path}`
  if (unknownKey !== undefined) {
    const known = knownKeys(path)
    const meant = nearestWord(unknownKey, known)
    const fix = meant === undefined ? `the known keys are ${known.join(', ')}` : `did you mean "${meant}"?`
    return `has an unknown key "${unknownKey}" ${where}; ${fix}`
  }
  return `is wrong: ${mistakeText({ path, plain })}, but is ${received}`
}

/** The keys that the schema allows at a place of the file, given as a JSON Pointer. */
function knownKeys(path: string): string[] {
  let schema: unknown = targetSchema
  for (const step of path.split('/').slice(1)) schema = propertiesOf(schema)[step]
  return Object.keys(propertiesOf(schema)).filter((key) => key !== '$schema')
}

function propertiesOf(schema: unknown): Readonly<Record<string, unknown>> {
  const properties = isRecord(schema) ? schema['properties'] : undefined
  return isRecord(properties) ? properties : {}
}
