import { Ajv2020 } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import { matchesPattern } from '../contract/matches-pattern.ts'
import { asText } from '../contract/show.ts'
import { candidateValues, type Subject } from '../service/dialect/candidate-values.ts'
import type { Path } from '../dialect/complaint.ts'
import { fillAnything } from '../dialect/fill-template.ts'
import { roleOf, type Role } from '../service/dialect/role.ts'
import { flatSchema, unionOf, type FlatSchema } from './flat-schema.ts'
import type { JsonObject } from '../contract/is-record.ts'

/** A description may have any size, but not the body of one creation. */
const bounds = { depth: 6, fields: 60 } as const

interface Sampling {
  readonly subject: Subject
  /** Without it, only what is required. */
  readonly withUsual: boolean
}

/**
 * Bodies that a schema accepts and that create the intended record, with placeholders: with the usual fields, and with only the
 * required ones; none if the schema describes no fields.
 */
export function sampleBodies(schema: JsonObject, subject: Subject): readonly unknown[] {
  const bodies = [true, false].map((withUsual) => sample(schema, [], { subject, withUsual }))
  const different = new Map(
    bodies
      .filter((body) => typeof body === 'object' && Object.keys(Object(body)).length > 0)
      .map((body) => [JSON.stringify(body), body]),
  )
  return [...different.values()]
}

function sample(schema: JsonObject, path: Path, sampling: Sampling): unknown {
  const flat = flatSchema(schema, (variants) => fittingVariant(variants, sampling.subject))
  if (path.length > bounds.depth) return undefined
  if (Object.keys(flat.properties).length > 0) return sampleObject(flat, path, sampling)
  if (flat.items !== undefined && isObject(flat.items, sampling)) return [sample(flat.items, [...path, 0], sampling)]
  return sampleValue(flat, path, sampling.subject)
}

function sampleObject({ properties, required }: FlatSchema, path: Path, sampling: Sampling): JsonObject {
  const fields = Object.entries(properties)
    .slice(0, bounds.fields)
    .filter(([name]) => required.has(name) || (sampling.withUsual && isUsual([...path, name], sampling.subject)))
    .map(([name, schema]) => [name, sample(schema, [...path, name], sampling)] as const)
  return Object.fromEntries(fields.filter(([, value]) => value !== undefined))
}

function isObject(schema: JsonObject, { subject }: Sampling): boolean {
  return Object.keys(flatSchema(schema, (variants) => fittingVariant(variants, subject)).properties).length > 0
}

/** What most creations of this kind need, even if a description does not list it as required. */
function isUsual(path: Path, { of, type, bulk }: Subject): boolean {
  const role = roleOf(path)
  if (role === undefined) return false
  if (role === 'name' || role === 'parent' || (role === 'list' && bulk === true)) return true
  if (of === 'item') return role === 'product'
  if (role === 'value') return type !== 'formula'
  if (role === 'unit' || role === 'category') return type === 'numeric' || type === 'matrix'
  return role === 'item' || role === 'type' || (role === 'expression' && type === 'formula')
}

/** From a union, the variant of the type to create; from plain values, what any of them accepts. */
function fittingVariant(variants: readonly FlatSchema[], subject: Subject): FlatSchema | undefined {
  const objects = variants.filter(({ properties }) => Object.keys(properties).length > 0)
  const ofType = typeNames(subject).flatMap((name) => objects.filter((variant) => admits(variant, name)))
  return ofType[0] ?? objects[0] ?? unionOf(variants)
}

function admits({ properties }: FlatSchema, typeName: string): boolean {
  const types = Object.entries(properties).filter(([name]) => roleOf([name]) === 'type')
  return types.some(([, schema]) => {
    const { enum: values } = flatSchema(schema, unionOf)
    return values?.some((value) => asText(value).toLowerCase() === typeName) === true
  })
}

function typeNames({ type }: Subject): readonly string[] {
  return type === 'matrix' ? ['matrix', 'numeric'] : type === undefined ? [] : [type]
}

function sampleValue(flat: FlatSchema, path: Path, subject: Subject): unknown {
  const role = roleOf(path)
  // A part number leaves a trace: a creation that requires one must be declared.
  if (role === 'partNumber') return undefined
  const offered = flat.enum ?? []
  const candidates = candidatesFor(path, role, subject)
  const meant = new Set(candidates.map((candidate) => asText(candidate).toLowerCase()))
  const related = offered.filter((value) => meant.has(asText(value).toLowerCase()))
  const examples: readonly unknown[] = [flat.rest['default'], flat.rest['example'], flat.rest['examples']].flat()
  const own = isIdentifier(role) ? [] : [...related, ...offered, ...examples]
  const choices = [...candidates, ...own, ...byType(flat)].filter((choice) => choice !== undefined && choice !== null)
  return choices.find((choice) => fits(flat, choice)) ?? choices[0]
}

function candidatesFor(path: Path, role: Role | undefined, subject: Subject): readonly unknown[] {
  const outer = roleOf(path.slice(0, -1))
  // `parent: { type, id }` names the kind of the parent, not of the new record.
  if (role === 'type' && outer === 'parent') return [subject.of === 'item' ? 'product' : 'item']
  return candidateValues(role, subject)
}

/** The target itself shows the content of such a field: an example would be the id of something else. */
function isIdentifier(role: Role | undefined): boolean {
  return role === 'workspace' || role === 'product' || role === 'item' || role === 'parent'
}

function byType({ types, rest }: FlatSchema): readonly unknown[] {
  const { format, minimum } = rest
  const values: Readonly<Record<string, unknown>> = {
    string: format === 'date' ? '2024-05-16' : format === 'date-time' ? '2024-05-16T00:00:00Z' : 'conformance',
    integer: typeof minimum === 'number' ? Math.ceil(minimum) : 1,
    number: typeof minimum === 'number' ? minimum : 1,
    boolean: false,
    array: [],
    object: {},
  }
  return types.length === 0 ? ['conformance'] : types.map((type) => values[type])
}

/** What placeholders may stand for. */
const specimen = {
  productId: '3f2b8c1e-5d47-4a9b-8e60-1c2d3e4f5a6b',
  itemId: '3f2b8c1e-5d47-4a9b-8e60-1c2d3e4f5a6b',
  workspaceId: '3f2b8c1e-5d47-4a9b-8e60-1c2d3e4f5a6b',
  sourceId: '3f2b8c1e-5d47-4a9b-8e60-1c2d3e4f5a6b',
  name: 'conformance abcd1234 1a2b3c4d',
  readableId: 'conformance_abcd1234_1a2b3c4d',
} as const

let ajv: Ajv2020 | undefined

/** Whether a schema without objects accepts a value; something that is not a schema accepts all. */
function fits({ types, enum: values, items, rest }: FlatSchema, value: unknown): boolean {
  const { exclusiveMinimum, exclusiveMaximum, ...bare } = rest
  const numeric = Object.fromEntries(
    // In OpenAPI 3.0 they are flags beside the bound.
    Object.entries({ exclusiveMinimum, exclusiveMaximum }).filter(([, bound]) => typeof bound === 'number'),
  )
  const known = Object.entries(bare).filter(([key]) => checked.has(key))
  const schema = {
    ...Object.fromEntries(known),
    ...numeric,
    ...(types.length === 0 ? {} : { type: types }),
    ...(values === undefined ? {} : { enum: values }),
    ...(items === undefined ? {} : { items: flatItems(items, 0) }),
  }
  const { pattern } = rest
  const filled = fillAnything(value, specimen)
  if (typeof pattern === 'string' && typeof filled === 'string' && !mayMatch(filled, pattern)) return false
  try {
    ajv ??= addFormats.default(new Ajv2020({ strict: false, validateSchema: false }))
    return ajv.compile(schema)(filled)
  } catch {
    return true
  }
}

/** Patterns that were abandoned: after this number of them in a description, no more are tried. */
const endless = new Set<string>()
const mostEndless = 3

function mayMatch(text: string, pattern: string): boolean {
  if (endless.has(pattern) || endless.size >= mostEndless) return true
  const matches = matchesPattern(text, pattern)
  if (matches === undefined) endless.add(pattern)
  return matches !== false
}

const checked = new Set(['format', 'minLength', 'maxLength', 'minimum', 'maximum', 'multipleOf', 'minItems'])

/** Entries of nested lists of numbers; deeper levels are ignored. */
function flatItems(schema: JsonObject, depth: number): JsonObject {
  const { types, items } = flatSchema(schema, unionOf)
  return {
    ...(types.length === 0 ? {} : { type: types }),
    ...(items === undefined || depth > 2 ? {} : { items: flatItems(items, depth + 1) }),
  }
}
