import { answers, answersOf, isRecord, type JsonRecord, records, withEachRecord } from '../changes/answers.ts'
import { defineVariants } from './variant.ts'

const thumbnail = `data:image/png;base64,${'iVBORw0KGgoAAAANSUhEUgAA'.repeat(340)}`
const levels = 40
/** Names that objects have anyway, or that programs call if they are there. */
const asFunctions = Object.fromEntries(
  ['then', 'constructor', 'toString', 'toJSON', 'hasOwnProperty', 'length', 'size'].map((name) => [name, 'x']),
)

/** Lawful differences in what else stands in records, lists and errors. */
export const extraFieldVariants = defineVariants({
  'records-have-fields-of-errors-and-lists': {
    title: 'adds unset fields error, message, details and total to each record',
    latitude: 'extra fields are lawful anywhere',
    touches: ['PAGE-03', 'PAGE-19'],
    changes: [
      records((record, { status }) =>
        status < 400 && 'id' in record && !('userName' in record)
          ? { ...record, error: null, message: null, details: null, total: 0, statusCode: 200 }
          : record,
      ),
    ],
  },
  'records-hold-objects-of-another-service': {
    title: 'adds an object of another service to each record, with an id and times in another form',
    latitude: 'extra fields are lawful anywhere',
    touches: ['GEN-02', 'GEN-03'],
    changes: [
      records((record, { status }) =>
        status < 400 && 'id' in record && !('userName' in record) ? { ...record, origin: ofAnotherService() } : record,
      ),
    ],
  },
  'records-have-fields-named-as-functions': {
    title: 'adds fields called then, constructor, toString, length and toJSON to each record',
    latitude: 'extra fields are lawful anywhere',
    touches: ['PROD-19', 'PROP-26'],
    changes: [
      records((record, { status }) => (status < 400 && 'id' in record ? { ...record, ...asFunctions } : record)),
    ],
  },
  'products-carry-thumbnails': {
    title: 'adds an image of eight kilobytes to each product',
    latitude: 'extra fields are lawful anywhere',
    touches: ['PROD-19'],
    changes: [
      records((record) => ('workspace_id' in record && 'createdBy' in record ? { ...record, thumbnail } : record)),
    ],
  },
  'records-nest-deep': {
    title: 'adds a tree of forty levels to each record',
    latitude: 'extra fields are lawful anywhere',
    touches: ['PROD-19', 'PROP-26'],
    changes: [
      records((record, { status }) =>
        status < 400 && 'createdAt' in record ? { ...record, tree: treeOf(levels) } : record,
      ),
    ],
  },
  'lists-tell-a-total-elsewhere': {
    title: 'adds the total number of entries to each list, under other names',
    latitude: 'extra fields are lawful anywhere; only total is not allowed',
    touches: ['PAGE-03', 'PAGE-01'],
    changes: [
      answers((answer) =>
        isRecord(answer.json) && Array.isArray(answer.json['items']) && 'count' in answer.json
          ? {
              ...answer,
              json: { meta: { total: 4711, count: -1, items: 'none' }, totalCount: 4711, limit: '50', ...answer.json },
            }
          : answer,
      ),
    ],
  },
  'errors-have-empty-details': {
    title: 'returns errors with empty details',
    latitude: 'details are an object or null',
    touches: ['ERR-02'],
    changes: [
      answers((answer) =>
        isRecord(answer.json) && typeof answer.json['error'] === 'string' && !('details' in answer.json)
          ? { ...answer, json: { ...answer.json, details: {} } }
          : answer,
      ),
    ],
  },
  'other-errors-have-lists-too': {
    title: 'returns a list of errors in another form as details of errors that are not validation errors',
    latitude: 'the contract defines the list of entries only for validation errors',
    touches: ['ERR-02', 'ERR-04'],
    without: ['errors-without-details-say-null', 'errors-have-details-of-their-own', 'errors-have-empty-details'],
    changes: [
      answers((answer) =>
        isRecord(answer.json) && typeof answer.json['error'] === 'string' && answer.status !== 422
          ? { ...answer, json: { ...answer.json, details: { errors: ['once more', { reason: 'state' }] } } }
          : answer,
      ),
    ],
  },
  'validation-places-begin-with-the-request': {
    title: 'starts the loc of each validation error with request and the kind of body',
    latitude: 'the contract does not define the values of a loc',
    touches: ['ERR-05', 'ERR-04'],
    without: ['validation-places-name-the-field-alone', 'validation-places-name-the-source-otherwise'],
    changes: [
      records((record) =>
        Array.isArray(record['loc']) && typeof record['msg'] === 'string'
          ? { ...record, loc: ['request', 'RequestModel', ...record['loc']] }
          : record,
      ),
    ],
  },
  'statuses-are-nameless': {
    title: 'returns a product status with an empty name and group, and with a number as its id',
    latitude: 'the contract only says that these fields are strings',
    touches: ['PROD-10'],
    changes: [records((record) => ('groupKey' in record ? { ...record, id: '1', name: '', groupKey: '' } : record))],
  },
  'references-say-more': {
    title: 'returns references with the name and address of their document',
    latitude: 'extra fields are lawful anywhere',
    touches: ['PROP-07'],
    changes: [
      records((record) =>
        'file_link_id' in record && 'page' in record
          ? { ...record, title: 'Data sheet', file_path: '/documents/1', bounds: [0, 0.5, 1, 1], item_document_id: '' }
          : record,
      ),
    ],
  },
  'lists-of-a-search-are-ordered-by-fit': {
    title: 'sorts search results by the length of the name',
    latitude: 'lists may have any order',
    touches: ['PAGE-21', 'PAGE-18'],
    changes: [
      answersOf({ routes: ['GET /products'] }, (answer) =>
        /[?&]q=/u.test(answer.request.url) && !/[?&](?:limit|offset)=/u.test(answer.request.url)
          ? withEachRecord(answer, (record) =>
              Array.isArray(record['items']) && 'count' in record
                ? { ...record, items: record['items'].filter((one) => isRecord(one)).toSorted(byLength) }
                : record,
            )
          : answer,
      ),
    ],
  },
})

function ofAnotherService(): JsonRecord {
  return { id: 17, createdAt: 1_700_000_000, updatedAt: null, deleted: 'no', type: 'external', items: [1], total: 1 }
}

function treeOf(depth: number): JsonRecord {
  return depth === 0 ? { id: null } : { child: treeOf(depth - 1) }
}

function byLength(one: JsonRecord, other: JsonRecord): number {
  return String(one['name']).length - String(other['name']).length
}
