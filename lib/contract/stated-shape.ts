import { fieldRules, requirementsAt, type FieldRule } from './field-rules.ts'
import { isRecord } from './is-record.ts'
import type { RequirementId } from './requirement.ts'
import type { SchemaId } from '../service/interface/schema-id.ts'
import { schemaFile, type Schema } from './schema-files.ts'
import { objectsIn, partsIn } from './schema-parts.ts'
import { valueTest, type Test } from './value-test.ts'

/** Rules for the records of a shape, or for those that meet a condition. */
export interface RuleGroup {
  /** What the schema calls the records that it picks out. */
  readonly label: string | undefined
  readonly applies: Test | undefined
  readonly rules: readonly FieldRule[]
}

/** The rules of a schema for records, each under the requirement that the schema names for it. */
export interface StatedShape {
  /** The requirement that a value breaks if it is not an object, if there is one. */
  readonly whole: RequirementId | undefined
  readonly groups: readonly RuleGroup[]
  /** The records in fields of these records: one, or a list of them. */
  readonly nested: ReadonlyArray<{ readonly field: string; readonly isList: boolean; readonly shape: StatedShape }>
}

const shapes = new Map<string, StatedShape>()

/** The shape that a schema states; read once. */
export function statedShape(id: string): StatedShape {
  const known = shapes.get(id)
  if (known) return known
  const schema = schemaFile(id)
  const shape = { whole: requirementsAt(schema)[0], groups: groupsIn(schema, id), nested: nestedIn(schema, id) }
  shapes.set(id, shape)
  return shape
}

/** Every requirement that a shape judges, each once, including those of nested records. */
export function requirementsOf({ whole, groups, nested }: StatedShape): readonly RequirementId[] {
  const all = [
    ...(whole === undefined ? [] : [whole]),
    ...groups.flatMap(({ rules }) => rules.map(({ requirement }) => requirement)),
    ...nested.flatMap(({ shape }) => requirementsOf(shape)),
  ]
  return [...new Set(all)]
}

/** Every requirement that a schema names. */
export function requirementsIn(schema: SchemaId): readonly RequirementId[] {
  return requirementsOf(statedShape(schema))
}

function groupsIn(schema: Schema, file: string): readonly RuleGroup[] {
  return [
    { label: undefined, applies: undefined, rules: rulesIn(schema, file) },
    ...partsIn(schema['allOf']).map((part) => conditionalGroup(part, file)),
  ]
}

function conditionalGroup({ title, if: condition, then }: Schema, file: string): RuleGroup {
  if (typeof title !== 'string' || !isRecord(condition) || !isRecord(then))
    throw new Error(`${file}: what \`allOf\` adds to records has a title, a condition and rules`)
  return { label: title, applies: valueTest(condition), rules: rulesIn(then, file) }
}

function rulesIn(schema: Schema, file: string): readonly FieldRule[] {
  const { required } = schema
  return fieldsIn(schema).flatMap(([field, part]) =>
    fieldRules(part, {
      file,
      field,
      isRequired: Array.isArray(required) && required.includes(field),
      admits: () => true,
    }),
  )
}

function nestedIn(schema: Schema, file: string): StatedShape['nested'] {
  return fieldsIn(schema).flatMap(([field, part]) => {
    const held = isRecord(part) ? objectsIn(part, file) : undefined
    return held === undefined
      ? []
      : [{ field, isList: isRecord(part) && part['type'] === 'array', shape: statedShape(held) }]
  })
}

function fieldsIn({ properties }: Schema): ReadonlyArray<readonly [string, unknown]> {
  return isRecord(properties) ? Object.entries(properties) : []
}
