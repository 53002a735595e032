import { answers, answersOf, isRecord, records, withEachRecord } from '../changes/answers.ts'
import { recall, remember } from '../changes/memory.ts'
import { replace } from '../changes/replace.ts'
import { requestsOf } from '../changes/requests.ts'
import { validationError } from '../service/http/service-error.ts'
import { showItem } from '../service/items/item.ts'
import { readProduct } from '../service/products/read-product.ts'
import { foldedName } from '../service/products/fold.ts'
import { deleteProduct } from '../service/products/delete-product.ts'
import { without } from './shown-fields.ts'
import { defineVariants } from './variant.ts'

type JsonRecord = Readonly<Record<string, unknown>>

const backwards = 'lists within records are turned round'
const unordered: ReadonlySet<string> = new Set(['excludedStatusIds', 'references', 'used_in'])
const timeFields: ReadonlySet<string> = new Set(['createdAt', 'updatedAt', 'uploadedAt', 'uploaded_at'])

/** Lawful differences in what records show, here and there and from one read to the next. */
export const recordHabitVariants = defineVariants({
  'status-colours-have-an-alpha': {
    title: 'shows status colours with eight digits',
    latitude: 'eight digits are a hex colour',
    without: ['status-colours-are-short'],
    changes: [
      records((record) => {
        const { color } = record
        return typeof color === 'string' && color.length === 7 ? { ...record, color: `${color}ff` } : record
      }),
    ],
  },
  'lists-show-times-to-the-second': {
    title: 'gives times to the second in lists, and to the millisecond by id',
    latitude: 'any precision is ISO 8601',
    changes: [
      answers((answer) =>
        isRecord(answer.json) && Array.isArray(answer.json['items'])
          ? withEachRecord(answer, (record) => withTimes(record, (time) => time.replace(/\.\d+/u, '')))
          : answer,
      ),
    ],
  },
  'times-are-rounded-to-the-second': {
    title: 'rounds times to the nearest second, which may lie ahead',
    latitude: 'a column of whole seconds rounds in some databases',
    without: ['times-in-nanoseconds', 'times-say-no-zone', 'times-are-local-and-say-no-zone'],
    changes: [records((record) => withTimes(record, nearestSecond))],
  },
  'records-tell-when-they-were-read': {
    title: 'gives every record the time of its reading, and how often it was read',
    latitude: 'extra fields are lawful anywhere, and may move',
    changes: [
      answers((answer, deployment) => {
        const reads = (recall<number>(deployment, 'reads')?.value ?? 0) + 1
        remember(deployment, 'reads', reads)
        return withEachRecord(answer, (record) =>
          'id' in record ? { ...record, served_at: new Date().toISOString(), reads } : record,
        )
      }),
    ],
  },
  'lists-within-records-have-no-order': {
    title: 'lists hidden statuses, references and links of a file now from the front and now from the back',
    latitude: 'the order of a list is not shown',
    without: ['newest-links-come-first', 'identical-uploads-share-a-file'],
    changes: [
      answers((answer, deployment) => {
        const isBackwards = recall<boolean>(deployment, backwards)?.value !== true
        remember(deployment, backwards, isBackwards)
        // What an upload answers has the new link first.
        if (!isBackwards || answer.route === 'POST /files/:id') return answer
        return withEachRecord(answer, (record) =>
          Object.fromEntries(
            Object.entries(record).map(([name, value]) => [
              name,
              unordered.has(name) && Array.isArray(value) ? value.toReversed() : value,
            ]),
          ),
        )
      }),
    ],
  },
  'users-in-lists-have-no-images': {
    title: 'shows users in lists without imageUrl, and with it by id',
    latitude: 'imageUrl is not required',
    changes: [
      answers((answer) =>
        isRecord(answer.json) && Array.isArray(answer.json['items'])
          ? withEachRecord(answer, (record) => without(record, (name) => name === 'imageUrl'))
          : answer,
      ),
    ],
  },
  'unset-descriptions-of-items-are-empty-texts': {
    title: 'gives an empty text for the description of an item that has none',
    latitude: 'the complete item record is not shown',
    without: ['unset-fields-of-items-are-null'],
    changes: [replace(showItem, (sound) => (deployment, row) => ({ description: '', ...sound(deployment, row) }))],
  },
  'deletions-answer-with-the-product': {
    title: 'answers the deletion of a product with 200 and the product',
    latitude: 'what a deletion answers is not shown',
    without: [
      'deletions-answer-202',
      'deletions-answer-200-with-nothing',
      'deletions-answer-in-plain-text',
      'deletion-answers-with-a-body',
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
    title: 'answers 422 to a search text of one character',
    latitude: 'search engines ask for more',
    changes: [
      requestsOf(['GET /products'], (sent) => {
        const { q } = sent.query
        if (typeof q !== 'string' || Array.from(q).length !== 1) return sent
        throw validationError({ loc: ['query', 'q'], msg: 'has at least 2 characters', type: 'string_too_short' })
      }),
    ],
  },
  'searches-ignore-the-form-of-characters': {
    title: 'finds names whether their characters are composed or not',
    latitude: 'normalized text is lawful',
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

function nearestSecond(time: string): string {
  const at = Date.parse(time)
  return Number.isNaN(at) ? time : new Date(Math.round(at / 1000) * 1000).toISOString().replace('.000', '')
}
