import { propertyTypes, type EndpointId, type Fields, type Given, type PropertyType, type RecordKind } from '#suite'
import type { JsonWriteName } from '../shared/json-writes.ts'
import { expressionField, valueField } from '../shared/value-field.ts'
import { type FilePlace, filePlaces, type ForeignPlace } from './foreign-place.ts'

/** An update that names one field, or none. */
export interface ForeignUpdate {
  readonly what: string
  /** The body, made with the body that the record was created with. */
  readonly json: (given: Given, created: Fields) => Fields
  /** It may be wrong in itself as well, so that any refusal will do. */
  readonly isDoubtful?: true
  readonly inCapitals?: true
}

/** A kind of record of another organization, and the updates that are tried on it. */
export interface UpdateTarget {
  readonly kind: RecordKind
  readonly what: string
  readonly id: 'AUTH-12' | 'AUTH-14' | 'AUTH-16' | 'AUTH-18'
  readonly endpoint: EndpointId
  /** The same on a record of the own organization. */
  readonly write: JsonWriteName
  readonly updates: readonly ForeignUpdate[]
  readonly find: (place: ForeignPlace) => Promise<Made>
}

interface Made {
  readonly id: string
  readonly body: Fields
}

const otherValues = {
  numeric: 90_210.25,
  matrix: '[[90210.25, 1], [1, 1]]',
  text: 'taken over',
  date: '2033-03-04',
  status: 'Done',
} as const

/** The text that the refused updates would have left. */
export const takenOver = 'taken over by another organization'

// A format may be configured.
const partNumber: ForeignUpdate = {
  what: 'only "part_number"',
  json: (given) => ({ part_number: given.partNumber() }),
  isDoubtful: true,
}
const description = alone('description', takenOver)
const ofEveryKind: readonly ForeignUpdate[] = [
  description,
  { what: 'no fields', json: () => ({}), isDoubtful: true },
  // A deployment may compare ids as texts.
  { ...description, what: 'the id in upper case', inCapitals: true, isDoubtful: true },
]

/** Each kind of record that can be updated, by each field that may be given. */
export const foreignUpdates: readonly UpdateTarget[] = [
  {
    kind: 'product',
    what: 'product',
    id: 'AUTH-12',
    endpoint: 'updateProduct',
    write: 'updating a product',
    updates: [
      ...ofEveryKind,
      alone('name', takenOver),
      { what: 'only "readable_id"', json: (given) => ({ readable_id: given.readableId() }) },
      partNumber,
      alone('part_number', null),
      // Which versions there are is judged as well.
      { ...alone('baseline_version_number', 1), isDoubtful: true },
    ],
    find: async (place) => {
      const { id, body } = (await place.item()).product
      return { id, body: { ...body } }
    },
  },
  {
    kind: 'item',
    what: 'item',
    id: 'AUTH-14',
    endpoint: 'updateItem',
    write: 'updating an item',
    updates: [...ofEveryKind, partNumber],
    find: (place) => place.item(),
  },
  ...propertyTypes.map((type) => updatesOfProperty(type)),
  ...filePlaces.map((where) => updatesOfFile(where)),
]

function updatesOfProperty(type: PropertyType): UpdateTarget {
  return {
    kind: 'property',
    what: `${type} property`,
    id: 'AUTH-16',
    endpoint: 'updateProperty',
    write: 'updating a property',
    // The contract says neither that a reason may stand alone nor how a value is written.
    updates: [
      ...ofEveryKind,
      { ...alone('reason', takenOver), isDoubtful: true },
      { what: 'only its value', json: (_, created) => otherValue(type, created), isDoubtful: true },
    ],
    find: (place) => place.property(type),
  }
}

function updatesOfFile(where: FilePlace): UpdateTarget {
  return {
    kind: 'file',
    what: `file on ${where === 'item' ? 'an item' : `a ${where} property`}`,
    id: 'AUTH-18',
    endpoint: 'updateFile',
    write: 'updating a file',
    updates: [...ofEveryKind, alone('userTitle', takenOver)],
    find: async (place) => ({ id: (await place.file(where)).id, body: {} }),
  }
}

/** A value that the properties of the place do not have, in the field that the deployment has for it. */
function otherValue(type: PropertyType, created: Fields): Fields {
  if (type === 'formula') return { [expressionField(created)]: '1 + 1' }
  return { [valueField(type, created)]: otherValues[type] }
}

function alone(name: string, value: string | number | null): ForeignUpdate {
  return { what: `only "${name}"${value === null ? ': null' : ''}`, json: () => ({ [name]: value }) }
}
