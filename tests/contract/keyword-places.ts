import type { ErrorObject } from 'ajv'
import { isRecord } from '../../lib/contract/is-record.ts'

/** A keyword of a schema that data can break, and how to know that an error is about it. */
export interface KeywordPlace {
  readonly name: string
  readonly isBrokenBy: (error: ErrorObject) => boolean
}

interface Position {
  /** The way to a part of a schema. */
  readonly at: string
  /** The property that the part speaks of. */
  readonly property: string
  /** Every part of the schema that this one is part of. */
  readonly own: ReadonlySet<unknown>
}

// Keywords that hold schemas by name.
const maps = new Set(['properties', 'patternProperties', '$defs'])
// Keywords that only lead on to schemas: it is in those that something is broken.
const leading = new Set(['items', 'allOf', 'then', 'else'])
// Data that does not fit here breaks nothing.
const conditions = new Set(['if', 'not'])
const annotations = new Set([
  '$schema',
  '$id',
  'title',
  'description',
  'x-requirement',
  'x-null-breaks',
  'x-absence-conforms',
])
const values = new Set(['enum', 'const'])

/** Lists every keyword of a schema that data can break, each required name on its own. */
export function keywordPlaces(schema: unknown): readonly KeywordPlace[] {
  return placesIn(schema, { at: '', property: '', own: new Set(partsOf(schema)) })
}

function partsOf(schema: unknown): readonly unknown[] {
  return isRecord(schema) || Array.isArray(schema) ? [schema, ...Object.values(schema).flatMap(partsOf)] : []
}

function placesIn(schema: unknown, position: Position): readonly KeywordPlace[] {
  const { at, property } = position
  if (Array.isArray(schema))
    return schema.flatMap((entry, index) => placesIn(entry, { ...position, at: `${at}/${index}` }))
  if (schema === false) return [{ name: at, isBrokenBy: isAboutFalse(property) }]
  if (!isRecord(schema)) return []
  return Object.keys(schema).flatMap((keyword) => [
    ...ownPlaces(schema, keyword, { ...position, at: `${at}/${keyword}` }),
    ...innerPlaces(schema, keyword, { ...position, at: `${at}/${keyword}` }),
  ])
}

type Schema = Readonly<Record<string, unknown>>

function ownPlaces(schema: Schema, keyword: string, position: Position): readonly KeywordPlace[] {
  const { at } = position
  const value = schema[keyword]
  if (maps.has(keyword) || leading.has(keyword) || annotations.has(keyword) || keyword === 'if') return []
  if (keyword === 'additionalProperties' && value !== false) return []
  if (keyword === '$ref') return refPlaces(String(value), position)
  if (keyword !== 'required') return [{ name: at, isBrokenBy: isAbout(schema, keyword) }]
  return (Array.isArray(value) ? value : []).map((missing) => ({
    name: `${at}/${String(missing)}`,
    isBrokenBy: (error) => isAbout(schema, keyword)(error) && error.params['missingProperty'] === missing,
  }))
}

function innerPlaces(schema: Schema, keyword: string, position: Position): readonly KeywordPlace[] {
  const value = schema[keyword]
  if (maps.has(keyword) && isRecord(value))
    return Object.entries(value).flatMap(([name, part]) =>
      placesIn(part, { ...position, at: `${position.at}/${name}`, property: name }),
    )
  if (conditions.has(keyword) || values.has(keyword) || value === false) return []
  return placesIn(value, position)
}

// What a reference into its own file leads to is listed there. An error in another file names no way that led to it, only its place in the data.
function refPlaces(target: string, { at, property, own }: Position): readonly KeywordPlace[] {
  if (target.startsWith('#')) return []
  return [
    {
      name: at,
      isBrokenBy: ({ instancePath, parentSchema }) =>
        `${instancePath}/`.includes(`/${property}/`) && !own.has(parentSchema),
    },
  ]
}

function isAbout(schema: Schema, keyword: string): KeywordPlace['isBrokenBy'] {
  return (error) => error.keyword === keyword && error.parentSchema === schema
}

function isAboutFalse(property: string): KeywordPlace['isBrokenBy'] {
  return ({ keyword, instancePath }) => keyword === 'false schema' && instancePath.endsWith(`/${property}`)
}
