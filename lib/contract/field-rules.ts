import { describeSchema } from './describe-schema.ts'
import { isRecord } from './is-record.ts'
import { ownStatement } from './own-statement.ts'
import { isRequirementId, type RequirementId } from './requirement.ts'
import type { Schema } from './schema-files.ts'
import { alternativeToNull, ownPartOf, partsIn } from './schema-parts.ts'
import { valueTest, type Test } from './value-test.ts'

/** What a schema says of one field under one requirement. The value `undefined` stands for a field that is not there. */
export interface FieldRule {
  readonly requirement: RequirementId
  readonly field: string
  /** Completes "is not …", for example `a UUID`. */
  readonly expected: string
  /** The texts that are lawful, where the schema lists them. */
  readonly values?: readonly string[]
  /** What a text has to match, where the schema says it. */
  readonly pattern?: string
  /** Whether the rule has something to say about a value. */
  readonly judges: Test
  readonly holds: Test
}

/** Where a schema stands, and what a value has to be like for it to be judged there. */
export interface FieldPlace {
  readonly file: string
  readonly field: string
  readonly isRequired: boolean
  readonly admits: Test
}

/**
 * The rules in a field's schema, those in its parts included. A part is judged where what is said before it holds:
 * an `allOf` part where the schema around it does, an alternative to null where there is no null, `then` under its `if`.
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

/** The first requirement that a schema names is the one that absence and null break; any further one is about values. */
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

/** A field that is never to be there keeps its rule by its absence. */
function isForbidden({ not }: Schema): boolean {
  return isRecord(not) && Object.keys(not).length === 0
}

/** The requirements that a schema names for itself. */
export function requirementsAt(schema: Schema): readonly RequirementId[] {
  const named: unknown = schema['x-requirement']
  if (named === undefined) return []
  return (Array.isArray(named) ? named : [named]).map((id: unknown) => {
    if (typeof id === 'string' && isRequirementId(id)) return id
    throw new Error(`a schema names ${String(id)}, which is no requirement`)
  })
}
