import { isRecord } from './is-record.ts'
import { isRequirementId, type RequirementId } from './requirement.ts'
import { schemaFile, type Schema } from './schema-files.ts'
import { alternativeToNull, ownPartOf, partsIn, fileOf } from './schema-parts.ts'
import { valueTest, type Test } from './value-test.ts'

/** One requirement's rule for one field. `undefined` represents an absent field. */
export interface FieldRule {
  readonly requirement: RequirementId
  readonly field: string
  /** Completes "is not …", for example `a UUID`. */
  readonly expected: string
  /** The texts that are lawful, if the schema lists them. */
  readonly values?: readonly string[]
  /** What a text has to match, if the schema says it. */
  readonly pattern?: string
  /** Whether the rule has something to say about a value. */
  readonly judges: Test
  readonly holds: Test
}

/** The place of a schema, and the condition for its judgement there. */
export interface FieldPlace {
  readonly file: string
  readonly field: string
  readonly isRequired: boolean
  readonly admits: Test
}

/**
 * The rules in a field's schema, including its parts. A part is judged only if its context is valid: an `allOf` part if the
 * schema around it is, an alternative to null if the value is not null, `then` if its `if` is.
 */
export function fieldRules(schema: unknown, place: FieldPlace): readonly FieldRule[] {
  if (!isRecord(schema)) return []
  const { file, admits } = place
  const part = (inner: unknown, also: Test): readonly FieldRule[] =>
    fieldRules(inner, { ...place, isRequired: false, admits: (value) => admits(value) && also(value) })
  const own = valueTest(ownStatement(schema, file))
  const condition = isRecord(schema['if']) ? valueTest(schema['if']) : undefined
  return [
    ...ownRules(schema, place),
    ...partsIn(schema['allOf']).flatMap((refinement) => part(refinement, own)),
    ...part(alternativeToNull(schema), (value) => value !== null),
    ...(condition ? part(schema['then'], condition) : []),
    ...(condition ? part(schema['else'], (value) => !condition(value)) : []),
    ...part(ownPartOf(schema, file), () => true),
  ]
}

/** The first requirement of a schema covers absence and null; the others cover values. */
function ownRules(schema: Schema, { file, field, isRequired, admits }: FieldPlace): readonly FieldRule[] {
  const requirements = requirementsAt(schema)
  if (requirements.length === 0) return []
  const isKept = valueTest(ownStatement(schema, file))
  const judgesAbsence = isRequired || schema['x-absence-conforms'] === true || isForbidden(schema)
  const nullIsOfAnother = schema['x-null-breaks'] !== undefined
  const expected = describeSchema(schema, file, isRequired ? ' or null' : ', null or nothing')
  const { enum: values, pattern }: Schema = schema
  return requirements.map((requirement, index) => ({
    requirement,
    field,
    expected,
    ...(Array.isArray(values) && { values: values.filter((value) => typeof value === 'string') }),
    ...(typeof pattern === 'string' && { pattern }),
    judges: (value) => {
      if (value === undefined) return index === 0 && judgesAbsence
      if (value === null && (index > 0 || nullIsOfAnother)) return false
      return admits(value)
    },
    holds: (value) => (value === undefined ? !isRequired : isKept(value)),
  }))
}

/** A field that must be absent keeps its rule by its absence. */
function isForbidden({ not }: Schema): boolean {
  return isRecord(not) && Object.keys(not).length === 0
}

/** The requirements that a schema names for itself. */
export function requirementsAt(schema: Schema): readonly RequirementId[] {
  const named: unknown = schema['x-requirement']
  if (named === undefined) return []
  return (Array.isArray(named) ? named : [named]).map((id: unknown) => {
    if (typeof id === 'string' && isRequirementId(id)) return id
    throw new Error(`a schema names ${String(id)}, which is not a requirement`)
  })
}

/**
 * The required value of a schema, to complete "is not …": its description, or a text derived from its keywords, and whether null
 * is allowed.
 */
function describeSchema(schema: Schema, from: string, orNull = ' or null'): string {
  const { description, type } = schema
  if (typeof description === 'string') return description
  const other = alternativeToNull(schema)
  if (other) return `${describeSchema(other, from)}${orNull}`
  const file = fileOf(schema, from)
  if (file !== undefined) return withArticle(titleOf(file))
  if (Array.isArray(schema['enum'])) return `one of ${schema['enum'].map((value) => `\`${String(value)}\``).join(', ')}`
  if (Array.isArray(type)) {
    const others = type.filter((one) => one !== 'null').map((one) => withArticle(String(one)))
    return `${others.join(' or ')}${others.length < type.length ? orNull : ''}`
  }
  if (type === 'array') return arrayOf(schema['items'], from)
  if (schema['format'] === 'uuid') return 'a UUID'
  if (schema['minLength'] === 1) return 'a string of at least one character'
  return typeof type === 'string' ? withArticle(type) : 'left out'
}

function arrayOf(items: unknown, from: string): string {
  if (!isRecord(items)) return 'an array'
  const file = fileOf(items, from)
  return `an array of ${file === undefined ? `${String(items['type'])}s` : plural(titleOf(file))}`
}

function titleOf(file: string): string {
  const title = String(schemaFile(file)['title'])
  return `${title.slice(0, 1).toLowerCase()}${title.slice(1)}`
}

function plural(noun: string): string {
  return noun.endsWith('y') ? `${noun.slice(0, -1)}ies` : `${noun}s`
}

function withArticle(noun: string): string {
  return `${/^[aeio]/.test(noun) ? 'an' : 'a'} ${noun}`
}

/** Keywords that do not restrict a value, and those whose parts are rules of their own. */
const saidElsewhere = new Set(['$schema', '$id', 'title', 'description', 'allOf', 'if', 'then', 'else'])

/**
 * The part of a field's schema that describes the field itself: nested fields have their own rules, and so have the parts under
 * conditions or under other requirements.
 */
function ownStatement(field: Schema, from: string): Schema {
  const { $ref, ...rest } = field
  const file = fileOf({ $ref }, from)
  const own = Object.fromEntries(
    Object.entries(rest)
      .filter(([keyword]) => !keyword.startsWith('x-') && !saidElsewhere.has(keyword))
      .map(([keyword, value]) => [keyword, within(keyword, value, from)]),
  )
  if (file === undefined) return own
  const referred = schemaFile(file)
  return referred['type'] === 'object' ? { ...own, type: 'object' } : { ...own, ...ownStatement(referred, file) }
}

function within(keyword: string, value: unknown, from: string): unknown {
  if (keyword === 'anyOf' && Array.isArray(value))
    return value.map((part: unknown) => (isRecord(part) ? ownStatement(part, from) : part))
  return keyword === 'items' && isRecord(value) ? ownStatement(value, from) : value
}
