import { answers, answersOf, isRecord, withHeaders } from '../changes/answers.ts'
import type { Answer, AnswerChange, RequestChange } from '../changes/change.ts'
import { requests } from '../changes/requests.ts'
import { hoisted } from './hoisted.ts'
import { defineVariants } from './variant.ts'

const bulkRoutes = ['POST /items/bulk', 'POST /properties/bulk']

/** Lawful differences in the envelopes of bodies and answers, and in what the endpoints answer that are known by name only. */
export const shapeVariants = defineVariants({
  'bulk-bodies-are-bare-arrays': {
    title: 'accepts bulk creations as arrays whose entries name their parent',
    latitude: 'the contract does not define bulk payloads',
    touches: ['BULK-01', 'BULK-02', 'BULK-04'],
    without: ['items-nest-their-product', 'bulk-creates-what-it-can'],
    changes: [bulkBodies((body) => body, ['body'])],
  },
  'bulk-bodies-are-in-data': {
    title: 'accepts bulk creations as arrays in data whose entries name their parent',
    latitude: 'the contract does not define bulk payloads',
    touches: ['BULK-01', 'BULK-02', 'BULK-04'],
    without: ['items-nest-their-product', 'bulk-creates-what-it-can'],
    changes: [bulkBodies((body) => (isRecord(body) ? body['data'] : undefined), ['body', 'data'])],
  },
  'bulk-answers-200-with-ids': {
    title: 'answers a bulk creation with 200 and the new ids',
    latitude: 'the contract does not define the answer to a bulk creation',
    touches: ['BULK-01', 'BULK-02', 'BULK-04'],
    without: ['bulk-creates-what-it-can'],
    changes: [
      reshaped(bulkRoutes, (json) => ({ ids: idsIn(json) })),
      answersOf({ routes: bulkRoutes, statuses: [201] }, (answer) => ({ ...answer, status: 200 })),
    ],
  },
  'item-creation-answers-the-id': {
    title: 'answers the creation of an item with only its id',
    latitude: 'the contract does not define the answer to this creation',
    touches: ['ITEM-03', 'ITEM-04'],
    without: ['items-are-wrapped'],
    changes: [reshaped(['POST /items'], (json) => ({ id: idOf(json) }))],
  },
  'items-are-wrapped': {
    title: 'returns a single item inside an object as item',
    latitude: 'the contract does not define the record of an item',
    touches: ['ITEM-03', 'ITEM-05', 'ITEM-13'],
    without: ['item-creation-answers-the-id'],
    changes: [reshaped(['POST /items', 'GET /items/:item_id', 'PATCH /items/:item_id'], (json) => ({ item: json }))],
  },
  'property-creation-is-wrapped': {
    title: 'answers the creation of a property with an object that contains it as property',
    latitude: 'the contract defines only the status and the references of this answer',
    touches: ['PROP-29'],
    changes: [reshaped(['POST /properties'], (json) => ({ property: json }))],
  },
  'updates-of-items-and-properties-answer-204': {
    title: 'answers an update of an item or a property with 204 and no body',
    latitude: 'the contract does not define these answers',
    touches: ['ITEM-06', 'PROP-32'],
    changes: [
      answersOf({ routes: ['PATCH /items/:item_id', 'PATCH /properties/:property_id'], statuses: [200] }, (answer) => ({
        ...withHeaders(answer, { 'content-type': undefined }),
        status: 204,
        json: undefined,
        bytes: Buffer.alloc(0),
      })),
    ],
  },
  'deletions-answer-200-with-nothing': {
    title: 'answers a deletion with 200 and no body',
    latitude: 'the contract does not define the answer to a deletion',
    touches: ['PROD-52', 'ITEM-07', 'PROP-34'],
    changes: [deletions((answer) => ({ ...answer, status: 200 }))],
  },
  'deletions-answer-202': {
    title: 'answers a deletion with 202 and a note',
    latitude: 'the contract does not define the answer to a deletion',
    touches: ['PROD-52', 'ITEM-07', 'PROP-34'],
    changes: [
      deletions((answer) => ({
        ...withHeaders(answer, { 'content-type': 'application/json' }),
        status: 202,
        json: { status: 'accepted' },
      })),
    ],
  },
  'deletions-answer-in-plain-text': {
    title: 'answers a deletion with 200 and a word in plain text',
    latitude: 'the contract does not define the answer to a deletion',
    touches: ['PROD-52', 'ITEM-07', 'PROP-34'],
    without: ['deletion-answers-with-a-body', 'deletions-answer-with-a-body'],
    changes: [
      deletions((answer) => ({
        ...withHeaders(answer, { 'content-type': 'text/plain; charset=utf-8' }),
        status: 200,
        bytes: Buffer.from('deleted'),
      })),
    ],
  },
})

/** Successful answers of some routes in another envelope. */
function reshaped(routes: readonly string[], change: (json: unknown) => unknown): AnswerChange {
  return answersOf({ routes }, (answer) =>
    answer.json === undefined ? answer : { ...answer, json: change(answer.json) },
  )
}

/** Bulk creations in another envelope: `listIn` finds the entries, each of which names its parent. */
function bulkBodies(listIn: (body: unknown) => unknown, at: readonly string[]): RequestChange {
  return requests((sent) => {
    if (!bulkRoutes.includes(sent.route)) return sent
    const list = listIn(sent.body)
    const body = sent.route.startsWith('POST /items')
      ? hoisted(list, { at, parent: 'product_id', plural: 'items' })
      : hoisted(list, { at, parent: 'item_id', plural: 'properties' })
    return { ...sent, body }
  })
}

function deletions(change: (answer: Answer) => Answer): AnswerChange {
  return answers((answer) => (answer.request.method === 'DELETE' && answer.status === 204 ? change(answer) : answer))
}

function idOf(json: unknown): unknown {
  return isRecord(json) ? json['id'] : undefined
}

function idsIn(json: unknown): readonly unknown[] {
  const items = isRecord(json) ? json['items'] : undefined
  return Array.isArray(items) ? items.map(idOf) : []
}
