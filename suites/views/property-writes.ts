import type {
  CheckContext,
  Exchange,
  Fields,
  Identity,
  MadeProperty,
  PropertyType,
  RequirementId,
  Sources,
} from '#suite'
import { another, namesIn } from '../shared/namesakes.ts'
import { measureFields, valueField } from '../shared/value-field.ts'

/** One thing that happens to a property that is there, or around it. */
export interface PropertyWrite {
  /** As in: `after ${name}`. */
  readonly name: string
  /** The types that it is done to; left out: each. */
  readonly types?: readonly PropertyType[]
  /** The requirement that a rejection breaks; left out if the contract shows no such request, and a rejection is lawful. */
  readonly by?: RequirementId
  /** Documented fields that it may change. */
  readonly changes: readonly string[]
  readonly send: (sources: Sources, property: MadeProperty, as: Identity) => Promise<Exchange>
}

/** Another value than the one that a property is made with; the result of a formula is nobody's to give. */
const values = {
  text: 'another value',
  numeric: 4.25,
  matrix: '[[5, 6], [7, 8]]',
  date: '2031-05-06',
  status: 'Under Review',
} as const satisfies { readonly [Type in PropertyType]?: unknown }

const valued = ['numeric', 'matrix', 'text', 'date', 'status'] as const
const measured = ['numeric', 'matrix'] as const

function newValue({ type, body }: MadeProperty): Fields {
  if (type === 'formula') return {}
  const field = valueField(type, body)
  // A request may hold the rows of a matrix themselves.
  return { [field]: Array.isArray(body[field]) ? JSON.parse(values.matrix) : values[type] }
}

interface Update extends Omit<PropertyWrite, 'send'> {
  readonly body: (given: CheckContext['given'], property: MadeProperty) => Fields
  /** What is wrong with the body; a rejection as well as any reading of it is lawful. */
  readonly broken?: string
}

function update({ body, broken, ...write }: Update): PropertyWrite {
  return {
    ...write,
    send: ({ api, given }, property, as) =>
      api.send('updateProperty', { path: { property_id: property.id }, json: body(given, property), as, broken }),
  }
}

/**
 * Every way to change a property, each field alone and some beside each other, and what is done around it. Where the type
 * makes little difference, some types stand for all.
 */
export const propertyWrites: readonly PropertyWrite[] = [
  // Before others give it another name.
  {
    name: 'an update of another property with its name',
    types: ['numeric', 'text', 'status'],
    changes: [],
    send: async ({ api, given }, { item, type, body }, as) => {
      const { id } = await another(given.property(type, { item, fields: namesIn(body) }))
      return api.send('updateProperty', { path: { property_id: id }, json: { description: given.name() }, as })
    },
  },
  update({
    name: 'a new description',
    by: 'PROP-32',
    changes: ['description'],
    body: (given) => ({ description: given.name() }),
  }),
  update({
    name: 'a new description with a reason',
    types: ['numeric', 'date', 'status'],
    by: 'PROP-32',
    changes: ['description'],
    body: (given) => ({ description: given.name(), reason: 'a new gauge' }),
  }),
  update({
    name: 'an update of the reason only',
    types: ['text', 'formula'],
    changes: [],
    body: () => ({ reason: 'a new gauge' }),
  }),
  // lawful: a readable_id that follows the name
  update({ name: 'a new name', changes: ['name', 'readable_id'], body: (given) => ({ name: given.name() }) }),
  update({ name: 'a new value', types: valued, changes: ['value'], body: (_, property) => newValue(property) }),
  update({
    name: 'a new value and name',
    types: valued,
    changes: ['value', 'name', 'readable_id'],
    body: (given, property) => ({ ...newValue(property), name: given.name() }),
  }),
  {
    name: 'two new descriptions and names',
    types: ['matrix', 'date', 'formula'],
    // Refused it breaks no rule: the contract shows no name in an update.
    changes: ['description', 'name', 'readable_id'],
    send: async ({ api, given }, { id }, as) => {
      const send = () =>
        api.send('updateProperty', {
          path: { property_id: id },
          json: { description: given.name(), name: given.name() },
          as,
        })
      await send()
      return send()
    },
  },
  // lawful: the value is converted. The category is the same, so that it has no reason to follow.
  update({
    name: 'a new unit',
    types: measured,
    changes: ['display_unit', 'value'],
    body: (_, { body }) => measureFields('unit', 'cm', body),
  }),
  update({
    name: 'an update of its unit to null',
    types: measured,
    changes: ['display_unit', 'category', 'value'],
    broken: 'null for a unit',
    body: (_, { body }) => measureFields('unit', null, body),
  }),
  update({
    name: 'an update of its category to null',
    types: measured,
    changes: ['display_unit', 'category', 'value'],
    broken: 'null for a category',
    body: (_, { body }) => measureFields('category', null, body),
  }),
  update({
    name: 'an update with a category and unit that its type lacks',
    types: ['formula'],
    changes: ['value'],
    body: () => ({ category: 'Length', display_unit: 'mm' }),
  }),
  {
    name: 'the deletion of another property',
    types: ['text', 'matrix', 'formula'],
    by: 'PROP-34',
    changes: [],
    send: async ({ given }, { item, type }, as) => {
      const { id } = await given.property(type, { item })
      return given.remove('property', id, { as })
    },
  },
  {
    name: 'a file upload',
    types: ['numeric', 'date', 'formula'],
    by: 'UP-01',
    // lawful: a file that hangs on a property is one of its sources
    changes: ['references'],
    send: async ({ given }, { id }, as) => (await given.file(id, { as })).exchange,
  },
  {
    name: 'a new description of the item',
    types: ['text', 'matrix', 'status'],
    by: 'ITEM-06',
    changes: [],
    send: ({ api, given }, { item }, as) =>
      api.send('updateItem', { path: { item_id: item.id }, json: { description: given.name() }, as }),
  },
]
