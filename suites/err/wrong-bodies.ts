import { eachWrongType, type JsonType, type TypedField } from '#suite'
import type { JsonWriteName } from '../shared/json-writes.ts'

/** A value of each type, in words. */
const valueOfType: Readonly<Record<JsonType, string>> = {
  text: 'a string',
  number: 'a number',
  boolean: 'a boolean',
  array: 'an array',
  object: 'an object',
  null: 'null',
}

/** One thing that is wrong in the body of a write. */
export interface WrongBody {
  readonly field: string
  /** In words, after the name of the write. */
  readonly broken: string
  /** Undefined leaves the field out. */
  readonly value: unknown
  /** The field stands first in the body, and not where it usually stands: that must not matter. */
  readonly isFirst?: true
  /** The value is of another JSON type than the field. */
  readonly isOfType?: true
  /** The contract states no status for it. */
  readonly isUnstated?: true
}

const text: TypedField['lawful'] = ['text']
// Null for a field that may be left out is lawful either way.
const optionalText: TypedField['lawful'] = ['text', 'null']

const ofCreatedProducts: readonly TypedField[] = [
  { field: 'workspace_id', lawful: text },
  { field: 'name', lawful: text },
  { field: 'readable_id', lawful: text },
  { field: 'description', lawful: optionalText },
]
// Numbers and texts as a baseline are judged with the baseline.
const ofUpdatedProducts: readonly TypedField[] = [
  { field: 'name', lawful: optionalText },
  { field: 'readable_id', lawful: optionalText },
  { field: 'description', lawful: optionalText },
  { field: 'baseline_version_number', lawful: ['number', 'text', 'null'] },
]
const ofFiles: readonly TypedField[] = [
  { field: 'userTitle', lawful: optionalText },
  { field: 'description', lawful: optionalText },
]
const described: readonly TypedField[] = [{ field: 'description', lawful: optionalText }]
const explained: readonly TypedField[] = [...described, { field: 'reason', lawful: optionalText }]

/** The fields whose types the contract shows. */
export const shownFields = {
  'creating a product': ofCreatedProducts,
  'updating a product': ofUpdatedProducts,
  'updating a file': ofFiles,
} as const satisfies { readonly [Name in JsonWriteName]?: readonly TypedField[] }

const outsideBounds = [
  { field: 'name', broken: 'with an empty name', value: '', isFirst: true },
  { field: 'readable_id', broken: 'with a readable_id that does not match the pattern', value: 'Not So' },
  { field: 'readable_id', broken: 'with an empty readable_id', value: '', isFirst: true },
] as const satisfies readonly WrongBody[]

/** What part numbers items may have is not shown. */
const listAsNumber: WrongBody = {
  field: 'part_number',
  broken: 'with an array as part_number',
  value: ['no number'],
  isUnstated: true,
}

/** What is wrong in turn in the body of each write. Of endpoints that are known by name only, a number as a text may be accepted. */
export const wrongBodies = {
  'creating a product': [
    ...['name', 'readable_id', 'workspace_id'].map(without),
    ...outsideBounds,
    ...ofOtherTypes(ofCreatedProducts),
  ],
  'updating a product': [
    ...outsideBounds,
    { field: 'baseline_version_number', broken: 'with baseline 0', value: 0 },
    {
      field: 'baseline_version_number',
      broken: 'with a baseline that is not an existing version',
      value: 999_999,
      isUnstated: true,
    },
    ...ofOtherTypes(ofUpdatedProducts),
  ],
  'updating a file': ofOtherTypes(ofFiles),
  'creating an item': [...ofOtherTypes(described), listAsNumber],
  'updating an item': [...ofOtherTypes(described), listAsNumber],
  'updating a property': ofOtherTypes(explained),
  'creating a property': ofOtherTypes(described),
  'creating items in bulk': ofOtherTypes(described),
  'creating properties in bulk': ofOtherTypes(described),
} as const satisfies { readonly [Name in JsonWriteName]?: readonly WrongBody[] }

export type WriteThatRefuses = keyof typeof wrongBodies
export type ShownWrite = keyof typeof shownFields

/** A part number that is accepted by mistake would stay behind: these are sent only if traces are allowed. */
export const wrongPartNumbers = ofOtherTypes([{ field: 'part_number', lawful: optionalText }])

function ofOtherTypes(fields: readonly TypedField[]): readonly WrongBody[] {
  return eachWrongType(fields).map(({ field, type, value }) => {
    const broken = `with ${valueOfType[type]} as ${field}`
    return { field, broken, value, isOfType: true, ...((type === 'number' || type === 'array') && { isFirst: true }) }
  })
}

function without(field: string): WrongBody {
  return { field, broken: `without a ${field}`, value: undefined }
}
