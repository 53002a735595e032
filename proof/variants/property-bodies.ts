import { answersOf, withEachRecord, isRecord } from '../changes/answers.ts'
import type { RequestChange } from '../changes/change.ts'
import { requests } from '../changes/requests.ts'
import { without } from '../changes/without.ts'
import { validationError } from '../../reference/service/http/service-error.ts'
import { fieldsNamed } from './names.ts'
import { type Body, type Place, withEachEntry } from './sent-entries.ts'
import { renamed } from './shown-fields.ts'
import { defineVariants } from './variant.ts'

const creations = /^POST \/properties/u
const writes = /^(?:POST|PATCH) \/properties/u

/** Lawful differences in what properties are created from. */
export const propertyBodyVariants = defineVariants({
  'properties-name-their-kind': {
    title: 'creates properties from itemId, label, unit and a kind in upper case',
    latitude: 'the contract does not define the payload of this creation',
    touches: ['PROP-29', 'BULK-02'],
    changes: [
      ...fieldsNamed(writes, { item_id: 'itemId', type: 'kind', name: 'label', display_unit: 'unit' }),
      entries(creations, withPlainType),
    ],
  },
  'display-unit-is-sent-in-camel-case': {
    title: 'accepts displayUnit for the unit of a new property',
    latitude: 'the contract does not define the payload of this creation',
    touches: ['PROP-29', 'PROP-12'],
    without: ['properties-name-their-kind'],
    changes: fieldsNamed(writes, { display_unit: 'displayUnit' }),
  },
  'formula-field-is-formula': {
    title: 'accepts and returns the expression of a formula as formula',
    latitude: 'the contract does not define the name of this field',
    touches: ['PROP-15', 'PROP-29'],
    changes: [
      ...fieldsNamed(writes, { expression: 'formula' }),
      answersOf({ routes: propertyRoutes() }, (answer) =>
        withEachRecord(answer, (record) => renamed(record, { expression: 'formula' })),
      ),
    ],
  },
  'properties-need-a-readable-id': {
    title: 'creates properties from only a readable_id',
    latitude: 'the contract does not define the payload of this creation',
    touches: ['PROP-29', 'BULK-02'],
    without: ['unknown-body-fields-are-refused'],
    changes: [entries(creations, requireReadableId)],
  },
  'new-properties-take-no-description': {
    title: 'rejects the description of a new property',
    latitude: 'the contract does not define the payload of this creation: it names a description only for updates',
    touches: ['PROP-29', 'PROP-32'],
    changes: [entries(creations, refuseDescription)],
  },
  'sent-references-are-ignored': {
    title: 'ignores the references of a new property',
    latitude: 'the contract does not define the payload of this creation, and an unknown field may be ignored',
    touches: ['PROP-29', 'PROP-37'],
    without: ['unknown-body-fields-are-refused'],
    changes: [entries(creations, (body) => without(body, 'references'))],
  },
  'properties-are-labelled': {
    title:
      'creates properties from item and label, as declared in the target file, and returns them as item_id and name',
    latitude: 'the contract does not define the payload of this creation',
    touches: ['PROP-29', 'BULK-02'],
    without: ['display-unit-is-sent-in-camel-case', 'formula-field-is-formula', 'values-are-sent-in-an-object'],
    target: {
      dialect: {
        propertyCreate: {
          numeric: labelled({ type: 'numeric', value: 12.5, category: 'Length', display_unit: 'mm' }),
          matrix: labelled({ type: 'matrix', value: '[[1, 2], [3, 4]]', category: 'Length', display_unit: 'mm' }),
          formula: labelled({ type: 'formula', expression: '@{{sourceId}} * 2' }),
          text: labelled({ type: 'text', value: 'as sent' }),
          date: labelled({ type: 'date', value: '2024-02-29' }),
          status: labelled({ type: 'status', value: 'Draft' }),
        },
        propertyBulk: {
          item: '{itemId}',
          properties: [
            { label: '{name} 1', type: 'text', value: 'one' },
            { label: '{name} 2', type: 'text', value: 'two' },
          ],
        },
      },
    },
    changes: fieldsNamed(writes, { item_id: 'item', name: 'label' }),
  },
  'values-are-sent-in-an-object': {
    title: 'accepts the value of a property as data inside an object',
    latitude: 'the contract does not define the payload of this creation',
    touches: ['PROP-29', 'PROP-31'],
    without: ['properties-name-their-kind'],
    target: {
      dialect: {
        propertyCreate: {
          numeric: declared('numeric', 12.5, { category: 'Length', display_unit: 'mm' }),
          matrix: declared('matrix', '[[1, 2], [3, 4]]', { category: 'Length', display_unit: 'mm' }),
          text: declared('text', 'as sent'),
          date: declared('date', '2024-02-29'),
          status: declared('status', 'Draft'),
        },
      },
    },
    changes: [entries(writes, withPlainValue)],
  },
})

function entries(routes: RegExp, change: (entry: Body, at: Place) => Body): RequestChange {
  return requests((sent) => (routes.test(sent.route) ? withEachEntry(sent, change) : sent))
}

function propertyRoutes(): readonly string[] {
  const ofOne = ['GET', 'PATCH'].map((method) => `${method} /properties/:property_id`)
  return ['GET /properties', 'POST /properties', 'POST /properties/bulk', ...ofOne]
}

function labelled(content: Body): Body {
  return { item: '{itemId}', label: '{name}', ...content }
}

/** What operators declare of the creation of one kind. */
function declared(type: string, data: string | number, unit: Body = {}): Body {
  return { item_id: '{itemId}', name: '{name}', type, value: { data }, ...unit }
}

/** Kinds are sent in upper case and shown as the contract has them. */
function withPlainType(entry: Body): Body {
  const { type } = entry
  if (typeof type !== 'string') return entry
  if (type === type.toUpperCase()) return { ...entry, type: type.toLowerCase() }
  const msg = "Input should be 'NUMERIC', 'FORMULA', 'MATRIX', 'TEXT', 'DATE' or 'STATUS'"
  throw validationError({ loc: ['body', 'type'], msg, type: 'enum' })
}

function withPlainValue(entry: Body, at: Place): Body {
  if (!('value' in entry)) return entry
  const { value } = entry
  if (isRecord(value) && 'data' in value) return { ...entry, value: value['data'] }
  throw validationError({ loc: [...at, 'value', 'data'], msg: 'Field required', type: 'missing' })
}

function requireReadableId(entry: Body, at: Place): Body {
  if (entry['readable_id'] !== undefined) return entry
  throw validationError({ loc: [...at, 'readable_id'], msg: 'Field required', type: 'missing' })
}

function refuseDescription(body: Body, place: Place): Body {
  if (!('description' in body)) return body
  throw validationError({ loc: [...place, 'description'], msg: 'is not for new properties', type: 'unknown_field' })
}
