import { answersOf, isRecord, records } from '../changes/answers.ts'
import { arrivals } from '../changes/arrivals.ts'
import { recall, remember } from '../changes/memory.ts'
import { replace } from '../changes/replace.ts'
import { requestsOf, requests } from '../changes/requests.ts'
import type { Sent } from '../changes/change.ts'
import type { Caller } from '../../reference/service/http/caller.ts'
import { conflict, validationError } from '../../reference/service/http/service-error.ts'
import { updateProduct } from '../../reference/service/products/update-product.ts'
import { insertProduct } from '../../reference/service/products/create-product.ts'
import { setTimeout as sleep } from 'node:timers/promises'
import { readOffset } from '../../reference/service/http/page.ts'
import { withEachEntry } from './sent-entries.ts'
import { defineVariants } from './variant.ts'

const status = { id: 'st-1', name: 'In progress', color: '#2f80ed', groupKey: 'active' }
const names = ['name', 'userTitle'] as const
const largestOffset = 2_147_483_647
const smallBulk = 5
/** The place of each update among all arrivals and changes: the product was read then. Clocks may go back, a count does not. */
const arrived = new WeakMap<Caller, number>()
let events = 0

/** Lawful differences in what new products are given, and in what is made of queries and bodies. */
export const productHabitVariants = defineVariants({
  'products-are-owned-by-their-maker': {
    title: 'makes the creator of a product its owner',
    latitude: 'the contract does not say who owns a new product',
    touches: ['PROD-13'],
    changes: [
      replace(insertProduct, (sound) => (deployment, product) => {
        const id = sound(deployment, product)
        deployment.store.run('UPDATE products SET owner_id = ? WHERE id = ?', product.caller.userId, id)
        return id
      }),
    ],
  },
  'new-products-have-a-status': {
    title: 'gives new products the first status of a workflow and hides another one',
    latitude: 'the contract does not say which status a new product has',
    touches: ['PROD-10', 'PROD-12'],
    changes: [
      replace(insertProduct, (sound) => (deployment, product) => {
        const id = sound(deployment, product)
        const sql = 'UPDATE products SET status = ?, excluded_status_ids = ? WHERE id = ?'
        deployment.store.run(sql, JSON.stringify(status), '["st-9"]', id)
        return id
      }),
    ],
  },
  'search-texts-are-trimmed': {
    title: 'trims search texts',
    latitude: 'texts may be trimmed',
    touches: ['PROD-36', 'PROD-39'],
    changes: [
      requestsOf(['GET /products'], (sent) => {
        const { q } = sent.query
        return typeof q === 'string' && q.trim() !== '' ? { ...sent, query: { ...sent.query, q: q.trim() } } : sent
      }),
    ],
  },
  'names-of-spaces-are-refused': {
    title: 'returns 422 for a name or title of only spaces',
    latitude: 'texts may be trimmed, and then the text is empty',
    touches: ['PROD-32', 'FILE-20'],
    changes: [
      requests((sent) =>
        withEachEntry(sent, (entry, at) => {
          const blank = names.find((name) => typeof entry[name] === 'string' && /^\s+$/u.test(entry[name]))
          if (blank === undefined) return entry
          throw validationError({ loc: [...at, blank], msg: 'is blank', type: 'string_too_short' })
        }),
      ),
    ],
  },
  'control-characters-are-refused': {
    title: 'returns 422 for names with unprintable characters',
    latitude: 'the contract does not say which characters a name may have',
    touches: ['PROD-32', 'ERR-15'],
    changes: [
      requests((sent) =>
        withEachEntry(sent, (entry, at) => {
          const wrong = names.find((name) => typeof entry[name] === 'string' && /\p{Cc}/u.test(entry[name]))
          if (wrong === undefined) return entry
          throw validationError({ loc: [...at, wrong], msg: 'has control characters', type: 'string_pattern' })
        }),
      ),
    ],
  },
  'offsets-fit-in-32-bits': {
    title: 'returns 422 for an offset above 2147483647',
    latitude: 'an absurd offset may be rejected',
    touches: ['PAGE-20'],
    changes: [
      replace(readOffset, (sound) => (deployment, query) => {
        const offset = sound(deployment, query)
        if (offset <= largestOffset) return offset
        throw validationError({ loc: ['query', 'offset'], msg: 'is too large', type: 'less_than_equal' })
      }),
    ],
  },
  'repeated-parameters-are-refused': {
    title: 'returns 422 for a repeated query parameter',
    latitude: 'the contract leaves open how repeated parameters are treated',
    touches: ['GEN-08'],
    changes: [
      requests((sent) => {
        const repeated = Object.keys(sent.query).find((name) => Array.isArray(sent.query[name]))
        if (repeated === undefined) return sent
        throw validationError({ loc: ['query', repeated], msg: 'comes twice', type: 'repeated' })
      }),
    ],
  },
  'integers-may-be-whole-decimals': {
    title: 'accepts 10.0 as 10 in page numbers',
    latitude: 'that is the same integer',
    touches: ['PAGE-10', 'PAGE-13'],
    changes: [requests((sent) => withWholeNumbers(sent))],
  },
  'simultaneous-updates-conflict': {
    title: 'returns 409 for an update of a product that changed since the request arrived',
    latitude: 'a lost race may be reported',
    touches: ['PROD-51'],
    changes: [
      arrivals(async ({ route, request }) => {
        if (route !== 'PATCH /products/:product_id' || request.caller === null) return
        events += 1
        arrived.set(request.caller, events)
        await sleep(5)
      }),
      replace(updateProduct, (sound) => (deployment, question, body) => {
        const key = `updated ${question.id.toLowerCase()}`
        const other = recall<number>(deployment, key)
        const since = arrived.get(question.caller)
        if (other !== undefined && since !== undefined && other.value > since)
          throw conflict('concurrent_update', 'another update came first')
        const product = sound(deployment, question, body)
        events += 1
        remember(deployment, key, events)
        return product
      }),
    ],
  },
  'foreign-filters-list-nothing': {
    title: 'returns an empty list for the workspace, product or item of another organization',
    latitude: 'the list must be empty; the contract does not define its status',
    touches: ['AUTH-21'],
    changes: [
      answersOf(
        { routes: ['GET /products', 'GET /items', 'GET /properties', 'GET /files'], statuses: [403] },
        // What a component in front has refused never came to the lists.
        (answer) =>
          isRecord(answer.json) && answer.json['error'] === 'forbidden'
            ? { ...answer, status: 200, json: { items: [], count: 0 } }
            : answer,
      ),
    ],
  },
  'lists-link-to-the-next-page': {
    title: 'adds the links to the next and previous pages to each list',
    latitude: 'extra fields are lawful anywhere',
    touches: ['PAGE-01'],
    changes: [
      records((record, { request, status: code }) =>
        code < 400 && Array.isArray(record['items']) && typeof record['count'] === 'number'
          ? { ...record, links: { self: request.url, next: null }, has_more: false, page_size: record['count'] }
          : record,
      ),
    ],
  },
  'bulks-of-five-at-most': {
    title: 'returns 422 for a bulk creation of more than five entries',
    latitude: 'the contract does not define sizes of bulks',
    touches: ['BULK-04', 'BULK-01', 'BULK-02'],
    changes: [
      requests((sent) => {
        const { body } = sent
        const lists = isRecord(body) ? Object.values(body).filter((value) => Array.isArray(value)) : []
        if (!sent.route.endsWith('/bulk') || lists.every(({ length }) => length <= smallBulk)) return sent
        throw validationError({ loc: ['body'], msg: `has more than ${smallBulk} entries`, type: 'too_long' })
      }),
    ],
  },
  'bulk-answers-207-with-each-record': {
    title: 'answers a bulk creation with 207 and a status and record for each entry',
    latitude: 'the contract does not define the answer to a bulk creation',
    touches: ['BULK-01', 'BULK-02', 'BULK-04'],
    without: ['bulk-creates-what-it-can'],
    changes: [
      answersOf({ routes: ['POST /items/bulk', 'POST /properties/bulk'], statuses: [201] }, (answer) => {
        const items = isRecord(answer.json) ? answer.json['items'] : undefined
        const results = Array.isArray(items) ? items.map((data, index) => ({ index, status: 201, data })) : []
        return { ...answer, status: 207, json: { results } }
      }),
    ],
  },
})

function withWholeNumbers(sent: Sent): Sent {
  const query = Object.fromEntries(
    Object.entries(sent.query).map(([name, value]) => [
      name,
      (name === 'limit' || name === 'offset') && typeof value === 'string'
        ? value.replace(/^(\d+)\.0+$/u, '$1')
        : value,
    ]),
  )
  return { ...sent, query }
}
