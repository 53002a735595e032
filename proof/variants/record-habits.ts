import { answers, answersOf, isRecord, records, withEachRecord } from '../changes/answers.ts'
import { recall, remember } from '../changes/memory.ts'
import { replace } from '../changes/replace.ts'
import { requestsOf } from '../changes/requests.ts'
import { validationError } from '../../reference/service/http/service-error.ts'
import { showItem } from '../../reference/service/items/item.ts'
import { readProduct } from '../../reference/service/products/routes.ts'
import { foldedName } from '../../reference/service/products/fold.ts'
import { deleteProduct } from '../../reference/service/products/delete-product.ts'
import { without } from './shown-fields.ts'
import { defineVariants } from './variant.ts'

type JsonRecord = Readonly<Record<string, unknown>>

const timeFields: ReadonlySet<string> = new Set(['createdAt', 'updatedAt', 'uploadedAt', 'uploaded_at'])

/** Lawful differences in what records show, here and there and from one read to the next. */
export const recordHabitVariants = defineVariants({
  'status-colours-have-an-alpha': {
    title: 'shows status colours with eight digits',
    latitude: 'a hex colour may have eight digits',
    touches: ['PROD-11'],
    changes: [
      records((record) => {
        const { color } = record
        return typeof color === 'string' && color.length === 7 ? { ...record, color: `${color}ff` } : record
      }),
    ],
  },
  'records-tell-their-parts': {
    title: 'returns the list `items` and its `count` with a workspace, product or item that is read by id',
    latitude: 'extra fields are lawful anywhere',
    touches: ['PAGE-19'],
    changes: [
      answersOf({ routes: ['GET /workspaces/:id', 'GET /products/:id', 'GET /items/:id'] }, (answer) =>
        isRecord(answer.json) ? { ...answer, json: { ...answer.json, items: [], count: 0 } } : answer,
      ),
    ],
  },
  'times-are-rounded-to-the-second': {
    title: 'rounds times to the nearest second, which may be in the future',
    latitude: 'a column of whole seconds rounds in some databases',
    touches: ['PROD-34', 'PROD-50', 'PROP-38'],
    without: ['times-in-nanoseconds', 'times-say-no-zone', 'times-are-local-and-say-no-zone'],
    changes: [records((record) => withTimes(record, nearestSecond))],
  },
  'readable-ids-are-numbers-behind-a-prefix': {
    title: 'gives properties and items readable ids such as PRP-00412',
    latitude: 'the contract defines a pattern only for products',
    touches: ['PROP-02', 'ITEM-13'],
    without: ['properties-need-a-readable-id', 'items-need-a-readable-id'],
    changes: [
      records((record) => {
        const { readable_id: readableId } = record
        const id = record['draft_property_id'] ?? record['id']
        if (typeof readableId !== 'string' || typeof id !== 'string') return record
        const prefix = 'item_id' in record ? 'PRP' : 'product_id' in record ? 'ITM' : undefined
        return prefix === undefined ? record : { ...record, readable_id: `${prefix}-${numberOf(id)}` }
      }),
    ],
  },
  'users-in-lists-have-no-images': {
    title: 'returns imageUrl of users in a read by id but not in lists',
    latitude: 'imageUrl is not required',
    touches: ['PROD-15', 'PROD-20', 'PROP-26'],
    changes: [
      answers((answer) =>
        isRecord(answer.json) && Array.isArray(answer.json['items'])
          ? withEachRecord(answer, (record) => without(record, (name) => name === 'imageUrl'))
          : answer,
      ),
    ],
  },
  'unset-descriptions-of-items-are-empty-texts': {
    title: 'returns an empty string as the description of an item without one',
    latitude: 'the contract does not define the complete item record',
    touches: ['ITEM-02', 'ITEM-04'],
    changes: [replace(showItem, (sound) => (deployment, row) => ({ description: '', ...sound(deployment, row) }))],
  },
  'deletions-answer-with-the-product': {
    title: 'answers the deletion of a product with 200 and the product',
    latitude: 'the contract does not define the answer to a deletion',
    touches: ['PROD-52'],
    without: [
      'deletions-answer-202',
      'deletions-answer-200-with-nothing',
      'deletions-answer-in-plain-text',
      'deletions-are-done-later',
    ],
    changes: [
      replace(deleteProduct, (sound) => (deployment, question) => {
        remember(deployment, `deleted ${question.id.toLowerCase()}`, readProduct(deployment, question))
        sound(deployment, question)
      }),
      answersOf({ routes: ['DELETE /products/:product_id'] }, (answer, deployment) => ({
        ...answer,
        status: 200,
        headers: { ...answer.headers, 'content-type': 'application/json; charset=utf-8' },
        json: recall(deployment, `deleted ${answer.request.url.split(/[/?]/u)[4]?.toLowerCase()}`)?.value ?? {},
        bytes: undefined,
      })),
    ],
  },
  'one-letter-searches-are-refused': {
    title: 'returns 422 for a search text of one character',
    latitude: 'search engines require longer texts',
    touches: ['PROD-36', 'PROD-40'],
    changes: [
      requestsOf(['GET /products'], (sent) => {
        const { q } = sent.query
        if (typeof q !== 'string' || Array.from(q).length !== 1) return sent
        throw validationError({ loc: ['query', 'q'], msg: 'has at least 2 characters', type: 'string_too_short' })
      }),
    ],
  },
  'searches-ignore-the-form-of-characters': {
    title: 'finds names regardless of Unicode composition',
    latitude: 'normalized text is lawful',
    touches: ['PROD-36', 'PROD-39'],
    changes: [replace(foldedName, (sound) => (deployment, text) => sound(deployment, text.normalize('NFC')))],
  },
})

function withTimes(record: JsonRecord, change: (time: string) => string): JsonRecord {
  return Object.fromEntries(
    Object.entries(record).map(([name, value]) => [
      name,
      timeFields.has(name) && typeof value === 'string' ? change(value) : value,
    ]),
  )
}

/** A number for an id, the same each time. */
function numberOf(id: string): string {
  return String(Number.parseInt(id.replaceAll('-', '').slice(-8), 16)).padStart(5, '0')
}

function nearestSecond(time: string): string {
  const at = Date.parse(time)
  return Number.isNaN(at) ? time : new Date(Math.round(at / 1000) * 1000).toISOString().replace('.000', '')
}
