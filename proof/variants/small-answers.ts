import {
  answersOf,
  isRecord,
  type JsonRecord,
  records,
  withEachRecord,
  withEntries,
  withHeaders,
} from '../changes/answers.ts'
import type { Answer, AnswerChange } from '../changes/change.ts'
import { defineVariants } from './variant.ts'

const prefix = '/v1/public'
const oneItem = ['GET /items', 'GET /items/:item_id']
const updates = ['PATCH /items/:item_id', 'PATCH /properties/:property_id']
const deletions = ['DELETE /items/:item_id', 'DELETE /properties/:property_id']
const requiredOfUpload = ['id', 'name', 'originalFileName', 'deleted', 'used_in']
const namesAndTexts = ['id', 'name', 'originalFileName', 'userTitle', 'description']

/** Lawful differences in how little answers tell where the contract shows little of them. */
export const smallAnswerVariants = defineVariants({
  'item-creations-answer-an-address': {
    title: 'answers the creation of an item with its address in Location, and no body',
    latitude: 'the contract defines only the status of this answer',
    touches: ['ITEM-03', 'ITEM-04'],
    without: ['items-are-wrapped', 'creations-carry-a-location'],
    changes: [
      answersOf({ routes: ['POST /items'], statuses: [201] }, (answer) => ({
        ...withHeaders(answer, { location: `${prefix}/items/${idIn(answer)}`, 'content-type': undefined }),
        json: undefined,
      })),
    ],
  },
  'item-creations-answer-a-receipt': {
    title: 'answers the creation of an item with a receipt, and its whole address in Location',
    latitude: 'the contract defines only the status of this answer',
    touches: ['ITEM-03', 'ITEM-04'],
    without: ['items-are-wrapped', 'creations-carry-a-location', 'ids-are-known-as-they-are-shown'],
    changes: [
      answersOf({ routes: ['POST /items'], statuses: [201] }, (answer) => ({
        ...withHeaders(answer, { location: `https://${answer.request.host}${prefix}/items/${idIn(answer)}/` }),
        json: { status: 'created', receipt: 'r-1', warnings: [] },
      })),
    ],
  },
  'uploads-answer-the-required-fields': {
    title: 'answers an upload with only the required fields of the file and its link',
    latitude: 'the other fields of a file are not required',
    touches: ['UP-01', 'UP-20', 'UP-07', 'FILE-02'],
    changes: [
      answersOf({ routes: ['POST /files/:id'], statuses: [201] }, (answer) => ({
        ...answer,
        json: isRecord(answer.json) ? only(answer.json, requiredOfUpload) : answer.json,
      })),
    ],
  },
  'updates-answer-a-receipt': {
    title: 'answers an update of an item or a property with a receipt',
    latitude: 'the contract does not define the answers to these updates',
    touches: ['ITEM-06', 'PROP-32'],
    without: ['items-are-wrapped'],
    changes: [
      answersOf({ routes: updates, statuses: [200] }, (answer) => ({ ...answer, json: { ok: true, revision: 7 } })),
    ],
  },
  'deletions-answer-what-was-there': {
    title: 'answers the deletion of an item or a property with the record as it was',
    latitude: 'the contract does not define the answer to a deletion',
    touches: ['ITEM-07', 'PROP-34'],
    without: ['deletions-answer-null', 'deletions-answer-in-plain-text'],
    changes: [
      answersOf({ routes: deletions, statuses: [204] }, (answer) => ({
        ...withHeaders(answer, { 'content-type': 'application/json; charset=utf-8' }),
        status: 200,
        json: { id: answer.request.url.split('/').at(-1) ?? '', deleted: false, references: [] },
      })),
    ],
  },
  'property-creations-answer-id-and-references': {
    title: 'answers the creation of a property with its id and its references',
    latitude: 'the contract defines only the references in this answer',
    touches: ['PROP-29'],
    changes: [
      answersOf({ routes: ['POST /properties'], statuses: [201] }, (answer) =>
        withEntries(answer, ({ id, references }) => ({ id, references })),
      ),
    ],
  },
  'items-show-what-is-named': {
    title: 'returns only id, description and part number of items, and of a version the id of the draft',
    latitude: 'the contract does not define the complete record of an item',
    touches: ['ITEM-02', 'ITEM-13'],
    without: [
      'items-are-made-of-product-id-and-title',
      'items-are-wrapped',
      'item-list-shows-little',
      'deleted-items-are-marked',
    ],
    changes: [
      answersOf({ routes: oneItem, statuses: [200] }, (answer) =>
        withEntries(answer, (item) => only(item, ['id', 'description', 'part_number', 'draft_item_id'])),
      ),
    ],
  },
  'listed-files-do-not-say-that-they-are-there': {
    title: 'omits deleted from listed files',
    latitude: 'the contract defines four fields of an entry of this list',
    touches: ['FILE-10', 'FILE-01', 'FILE-22'],
    changes: [listedFiles(({ deleted: _deleted, ...file }) => file)],
  },
  'listed-files-show-what-is-named': {
    title: 'lists files with only id and the four documented fields',
    latitude: 'the contract defines four fields of an entry of this list',
    touches: ['FILE-10', 'FILE-01'],
    changes: [listedFiles((file) => only(file, namesAndTexts))],
  },
  'listed-links-tell-no-type': {
    title: 'lists files with null as the property types of their links',
    latitude: 'the type of a link is required only in the answer to an upload',
    touches: ['FILE-08', 'UP-04'],
    changes: [
      answersOf({ routes: ['GET /files'] }, (answer) =>
        withEachRecord(answer, (record) => ('file_link_id' in record ? { ...record, property_type: null } : record)),
      ),
    ],
  },
  'users-are-listed-by-their-id-alone': {
    title: 'lists users with only their id',
    latitude: 'the contract does not define the record of a user',
    touches: ['USER-03', 'USER-02'],
    changes: [
      answersOf({ routes: ['GET /organization/users'] }, (answer) => withEntries(answer, (user) => only(user, ['id']))),
    ],
  },
  'users-are-listed-as-mere-names': {
    title: 'lists users as strings: their names',
    latitude: 'the contract does not define the record of a user',
    touches: ['USER-03', 'USER-02'],
    changes: [
      answersOf({ routes: ['GET /organization/users'] }, (answer) => {
        const { items, ...page } = isRecord(answer.json) ? answer.json : {}
        if (!Array.isArray(items)) return answer
        return { ...answer, json: { ...page, items: items.map((user) => (isRecord(user) ? user['userName'] : user)) } }
      }),
    ],
  },
  'images-are-empty-texts': {
    title: 'returns an empty string as the image of a user without one',
    latitude: 'an image is a string or null',
    touches: ['PROD-15'],
    without: ['images-are-signed-anew'],
    changes: [records((record) => ('userName' in record ? { ...record, imageUrl: '' } : record))],
  },
})

function idIn({ json }: Answer): string {
  return isRecord(json) ? String(json['id']) : ''
}

function only(record: JsonRecord, names: readonly string[]): JsonRecord {
  return Object.fromEntries(Object.entries(record).filter(([name]) => names.includes(name)))
}

function listedFiles(change: (file: JsonRecord) => JsonRecord): AnswerChange {
  return answersOf({ routes: ['GET /files'] }, (answer) => withEntries(answer, change))
}
