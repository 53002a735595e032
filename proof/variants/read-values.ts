import { isRecord, records } from '../changes/answers.ts'
import type { Change, RuleChange } from '../changes/change.ts'
import { replace } from '../changes/replace.ts'
import { requests } from '../changes/requests.ts'
import { validationError } from '../../reference/service/http/service-error.ts'
import { acceptsValue, judgeContent } from '../../reference/service/properties/judge-content.ts'
import type { PropertyType } from '../../reference/service/properties/property-type.ts'
import { withEachEntry } from './sent-entries.ts'
import { defineVariants } from './variant.ts'

const statuses = ['Draft', 'Under Review', 'Done']
const categories = new Set(
  'length area volume mass time force pressure temperature power energy voltage current angle speed ratio count other'.split(
    ' ',
  ),
)
const categoryOfUnit: Readonly<Record<string, string>> = {
  mm: 'Length',
  cm: 'Length',
  m: 'Length',
  kg: 'Mass',
  g: 'Mass',
}
const unitNames: Readonly<Record<string, string>> = {
  mm: 'millimeter',
  cm: 'centimeter',
  m: 'meter',
  kg: 'kilogram',
  g: 'gram',
}
const numericLimit = 1e12

/** Lawful differences in how the values of properties are read, and in which of them go together. */
export const readValueVariants = defineVariants({
  'numbers-are-read-from-texts': {
    title: 'accepts a number in a string and stores the number',
    latitude: 'the stored value is a value of the type',
    touches: ['PROP-35', 'ERR-14'],
    changes: [
      readAs('numeric', (value) =>
        typeof value === 'string' && /^-?\d+(?:\.\d+)?$/u.test(value) ? Number(value) : value,
      ),
    ],
  },
  'texts-are-made-of-numbers-and-booleans': {
    title: 'accepts a number or boolean as a text and stores it as text',
    latitude: 'the stored value is a value of the type',
    touches: ['PROP-35', 'ERR-14'],
    changes: [
      readAs('text', (value) => (typeof value === 'number' || typeof value === 'boolean' ? `${value}` : value)),
    ],
  },
  'days-are-cut-from-times': {
    title: 'accepts a date with a time and stores the day',
    latitude: 'the stored value is a value of the type',
    touches: ['PROP-35', 'PROP-17'],
    changes: [
      readAs('date', (value) =>
        typeof value === 'string' && !Number.isNaN(Date.parse(value))
          ? value.replace(/^(\d{4}-\d\d-\d\d)T.*$/u, '$1')
          : value,
      ),
    ],
  },
  'statuses-have-any-letter-case': {
    title: 'accepts a status in any letter case and stores the documented spelling',
    latitude: 'the stored value is a value of the type',
    touches: ['PROP-35', 'PROP-18'],
    changes: [
      readAs(
        'status',
        (value) => statuses.find((status) => status.toLowerCase() === String(value).trim().toLowerCase()) ?? value,
      ),
    ],
  },
  'numbers-fit-in-a-decimal-column': {
    title: 'returns 422 for numbers of 10^12 and more',
    latitude: 'the contract does not say which values are invalid',
    touches: ['PROP-31'],
    changes: [
      replace(
        acceptsValue,
        (sound) => (deployment, type, value) =>
          !(type === 'numeric' && Math.abs(Number(value)) >= numericLimit) && sound(deployment, type, value),
      ),
    ],
  },
  'units-are-spelled-out': {
    title: 'returns units as words: millimeter for mm',
    latitude: 'the contract does not say how units are spelled',
    touches: ['PROP-12', 'PROP-31'],
    changes: [
      records((record) => {
        const { display_unit: unit } = record
        const name = typeof unit === 'string' ? unitNames[unit] : undefined
        return name === undefined ? record : { ...record, display_unit: name }
      }),
    ],
  },
  'categories-follow-units': {
    title: 'returns the category of the unit, whatever category was sent',
    latitude: 'the contract does not define the form of a category',
    touches: ['PROP-12'],
    without: ['categories-are-of-a-fixed-list'],
    changes: [
      records((record) => {
        const { display_unit: unit } = record
        if (!('category' in record) || typeof unit !== 'string' || unit === '') return record
        return { ...record, category: categoryOfUnit[unit] ?? 'Other' }
      }),
    ],
  },
  'categories-are-of-a-fixed-list': {
    title: 'returns 422 for a category unless it is one of its own, in lower case',
    latitude: 'the contract does not say which categories there are',
    touches: ['PROP-12', 'PROP-29'],
    without: ['values-are-sent-in-an-object'],
    changes: [
      requests((sent) =>
        withEachEntry(sent, (entry, at) => {
          const { category } = entry
          if (typeof category !== 'string' || categories.has(category)) return entry
          throw validationError({ loc: [...at, 'category'], msg: 'is no category', type: 'enum' })
        }),
      ),
      inSmallLetters(),
    ],
  },
  'categories-and-units-go-together': {
    title: 'returns 422 for a length in kilograms',
    latitude: 'the contract does not say which values are invalid',
    touches: ['PROP-12', 'PROP-29'],
    changes: [
      replace(judgeContent, (sound) => (deployment, question) => {
        const { category, display_unit: unit } = question.fields
        const expected = unit === undefined ? undefined : categoryOfUnit[unit]
        if (expected !== undefined && category !== undefined && category.toLowerCase() !== expected.toLowerCase())
          throw validationError({ loc: [...question.at, 'display_unit'], msg: 'is of another category', type: 'unit' })
        return sound(deployment, question)
      }),
    ],
  },
  'lines-end-with-line-feeds': {
    title: 'converts line endings in texts to line feeds',
    latitude: 'many clients and databases convert line endings',
    touches: ['PROD-32', 'PROP-31', 'ITEM-12', 'FILE-20'],
    changes: [
      requests((sent) =>
        withEachEntry(sent, (entry) =>
          Object.fromEntries(
            Object.entries(entry).map(([name, value]) => [
              name,
              typeof value === 'string' ? value.replaceAll('\r\n', '\n') : value,
            ]),
          ),
        ),
      ),
    ],
  },
})

/** A value of this type is read as `read` has it, before it is judged. */
function readAs(type: PropertyType, read: (value: unknown) => unknown): RuleChange {
  return replace(judgeContent, (sound) => (deployment, question) => {
    const { fields } = question
    if (question.type !== type || fields.value === undefined) return sound(deployment, question)
    return sound(deployment, { ...question, fields: { ...fields, value: read(fields.value) } })
  })
}

function inSmallLetters(): Change {
  return records((record) => {
    const { category } = record
    return isRecord(record) && typeof category === 'string' ? { ...record, category: category.toLowerCase() } : record
  })
}
