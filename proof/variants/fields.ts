import { randomUUID } from 'node:crypto'
import { records } from '../changes/answers.ts'
import { arrivals } from '../changes/arrivals.ts'
import type { AnswerChange } from '../changes/change.ts'
import { notFound } from '../../reference/service/http/service-error.ts'
import { renamed, without, withTexts } from './shown-fields.ts'
import { defineVariants } from './variant.ts'

// A UUID with a letter that is not a capital.
const smallLetters = /\/(?=[\dA-F-]*[a-f])[\da-fA-F]{8}(?:-[\da-fA-F]{4}){3}-[\da-fA-F]{12}$/u

/** Lawful differences in which fields a record has, what they are called and how their values are written. */
export const fieldVariants = defineVariants({
  'more-fields-everywhere': {
    title: 'adds undocumented fields to every object, including errors and lists',
    latitude: 'extra fields are lawful anywhere',
    touches: ['PAGE-01', 'ERR-01', 'PROD-19'],
    changes: [records((record) => ({ _revision: 7, ...record, 'x-links': { self: null, related: [] }, tags: ['a'] }))],
  },
  'ids-in-upper-case': {
    title: 'returns UUIDs in upper case and accepts them in any letter case',
    latitude: 'UUIDs are case-insensitive',
    touches: ['GEN-02', 'PROD-01', 'PROP-01'],
    changes: [records((record) => withTexts(record, inCapitals))],
  },
  'ids-are-known-as-they-are-shown': {
    title: 'returns UUIDs in upper case and does not accept them in lower case',
    latitude: 'an id is a string, and a service need not accept other spellings',
    touches: ['GEN-02'],
    without: ['ids-mix-letter-case', 'ids-in-lists-are-in-capitals'],
    changes: [
      records((record) => withTexts(record, inCapitals)),
      arrivals(({ request }) => {
        if (request.caller === null || request.method === 'POST') return
        if (smallLetters.test(request.url.split('?', 1)[0] ?? '')) throw notFound()
      }),
    ],
  },
  'upload-time-in-snake-case': {
    title: 'returns the upload time as uploaded_at',
    latitude: 'the contract uses two spellings',
    touches: ['FILE-04'],
    changes: [records((record) => renamed(record, { uploadedAt: 'uploaded_at' }))],
  },
  'part-number-in-camel-case-only': {
    title: 'returns the part number as partNumber and accepts it as part_number',
    latitude: 'the contract uses two spellings',
    touches: ['PROD-07', 'PN-01', 'PROD-61'],
    changes: [records((record) => renamed(record, { part_number: 'partNumber' }))],
  },
  'unset-file-fields-stay-away': {
    title: 'omits unset fields of a file and of its uploader',
    latitude: 'these fields are not required',
    touches: ['FILE-02', 'FILE-05', 'PROD-15'],
    changes: [
      records((record) => ('originalFileName' in record ? without(record, (_, value) => value === null) : record)),
    ],
  },
  'description-status-stays-away': {
    title: 'omits description_status',
    latitude: 'it is not a documented field of a file',
    touches: ['AI-05', 'FILE-21'],
    changes: [records((record) => without(record, (name) => name === 'description_status'))],
  },
  'file-list-entries-are-short': {
    title: 'lists files with only their required fields, title and description',
    latitude: 'the other fields of a file are not required',
    touches: ['FILE-10', 'FILE-02', 'FILE-03'],
    changes: [
      shortEntries(
        'GET /files',
        ['id', 'name', 'originalFileName', 'deleted', 'userTitle', 'description'],
        'originalFileName',
      ),
    ],
  },
  'item-list-shows-little': {
    title: 'lists items with only id, product and name',
    latitude: 'the contract does not define the complete item record',
    touches: ['ITEM-09', 'ITEM-02', 'ITEM-13'],
    changes: [
      shortEntries(
        'GET /items',
        ['id', 'product_id', 'name', 'description', 'part_number', 'draft_item_id'],
        'product_id',
      ),
    ],
  },
  'types-of-files-carry-a-charset': {
    title: 'stores the media type of a text with its charset',
    latitude: 'a MIME type may have parameters',
    touches: ['UP-20', 'FILE-02'],
    changes: [
      records((record) =>
        record['content_type'] === 'text/plain' || record['content_type'] === 'text/csv'
          ? { ...record, content_type: `${record['content_type']}; charset=utf-8` }
          : record,
      ),
    ],
  },
  'references-name-the-old-link-too': {
    title: 'returns references with a null item_document_id',
    latitude: 'the deprecated field may be null',
    touches: ['PROP-08'],
    changes: [
      records((record) =>
        'file_link_id' in record && 'page' in record ? { item_document_id: null, ...record } : record,
      ),
    ],
  },
  'empty-values-of-status-and-owner-stay-away': {
    title: 'omits an unset status from a product',
    latitude: 'status is optional',
    touches: ['PROD-10'],
    changes: [
      records((record) =>
        'excludedStatusIds' in record ? without(record, (name, value) => name === 'status' && value === null) : record,
      ),
    ],
  },
  'status-colours-in-capitals': {
    title: 'shows status colours in upper case',
    latitude: 'hex colours are case-insensitive',
    touches: ['PROD-11'],
    changes: [colored((color) => color.toUpperCase())],
  },
  'status-colours-are-short': {
    title: 'shows status colours with three digits',
    latitude: 'a hex colour may have three digits',
    touches: ['PROD-11'],
    changes: [colored(shortColor)],
  },
  'users-without-images': {
    title: 'shows authors and owners without imageUrl',
    latitude: 'imageUrl is not required',
    touches: ['PROD-15'],
    changes: [records((record) => without(record, (name) => name === 'imageUrl'))],
  },
  'authors-have-null-images': {
    title: 'shows authors and owners with a null imageUrl',
    latitude: 'imageUrl may be null',
    touches: ['PROD-15'],
    changes: [records((record) => ('imageUrl' in record ? { ...record, imageUrl: null } : record))],
  },
  'images-are-signed-anew': {
    title: 'returns image addresses with a signature that differs each time',
    latitude: 'imageUrl may be any address',
    touches: ['PROD-15', 'GEN-04'],
    changes: [
      records((record) =>
        withTexts(record, (text, name) => (name === 'imageUrl' ? `${text}?signature=${randomUUID()}` : text)),
      ),
    ],
  },
  'formulas-say-that-they-have-no-unit': {
    title: 'returns formulas with a null category and an empty display_unit',
    latitude: 'null and empty both mean unset',
    touches: ['PROP-13'],
    changes: [
      records((record) =>
        record['type'] === 'formula' && 'item_id' in record ? { ...record, category: null, display_unit: '' } : record,
      ),
    ],
  },
  'numbers-may-have-no-category': {
    title: 'returns numbers with an empty category',
    latitude: 'an empty string is a string',
    touches: ['PROP-12'],
    changes: [
      records((record) =>
        typeof record['category'] === 'string' && 'item_id' in record ? { ...record, category: '' } : record,
      ),
    ],
  },
  'matrices-are-written-afresh': {
    title: 'stores a matrix as numbers and returns its text without spaces',
    latitude: 'the notation of a matrix has no fixed spaces',
    touches: ['PROP-11', 'PROP-31'],
    changes: [
      records((record) =>
        record['type'] === 'matrix' && typeof record['value'] === 'string'
          ? { ...record, value: record['value'].replaceAll(/\s/gu, '') }
          : record,
      ),
    ],
  },
  'users-by-name-only': {
    title: 'returns only id and name of users',
    latitude: 'the contract does not define the user record',
    touches: ['USER-03', 'USER-02'],
    changes: [shortEntries('GET /organization/users', ['id', 'userName'], 'userName')],
  },
  'users-have-a-user-id': {
    title: 'lists users with only userId, displayName and roles',
    latitude: 'the contract does not define the user record',
    touches: ['USER-03', 'USER-02'],
    changes: [
      records((record, { route, status }) =>
        route === 'GET /organization/users' && status < 400 && 'userName' in record
          ? { userId: record['id'], displayName: record['userName'], roles: ['editor'] }
          : record,
      ),
    ],
  },
})

const uuid = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/iu

function inCapitals(text: string, name: string): string {
  if ((name === 'id' || name.endsWith('_id')) && uuid.test(text)) return text.toUpperCase()
  const isExpression = name === 'expression' || name === 'formula'
  return isExpression ? text.replaceAll(/@\{[^{}]*\}/gu, (id) => id.toUpperCase()) : text
}

/** The entries of a list with some of their fields only; an entry is what has the field `mark`. */
function shortEntries(route: string, shown: readonly string[], mark: string): AnswerChange {
  return records((record, answer) =>
    answer.route === route && answer.status < 400 && mark in record
      ? without(record, (name) => !shown.includes(name))
      : record,
  )
}

function colored(change: (color: string) => string): AnswerChange {
  return records((record) => ('groupKey' in record ? withTexts(record, colorsBy(change)) : record))
}

function colorsBy(change: (color: string) => string): (text: string, name: string) => string {
  return (text, name) => (name === 'color' ? change(text) : text)
}

function shortColor(color: string): string {
  return color.length === '#rrggbb'.length ? `#${color[1]}${color[3]}${color[5]}` : color
}
