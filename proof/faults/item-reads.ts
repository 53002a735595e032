import { answersOf, type JsonRecord, withEntries } from '../changes/answers.ts'
import type { AnswerChange, RuleChange } from '../changes/change.ts'
import { forget, recall, remember } from '../changes/memory.ts'
import { replace } from '../changes/replace.ts'
import { forgets } from '../changes/requests.ts'
import type { Deployment } from '../../reference/service/deployment.ts'
import { Query } from '../../reference/service/http/query.ts'
import { notFound } from '../../reference/service/http/service-error.ts'
import { itemRow } from '../../reference/service/items/find-item.ts'
import { showItem } from '../../reference/service/items/item.ts'
import { type ItemCondition, type ItemListQuestion, placeOfItems } from '../../reference/service/items/list-items.ts'
import { readItem } from '../../reference/service/items/routes.ts'
import { findProduct, productRow } from '../../reference/service/products/find-product.ts'
import { defineFaults } from './fault.ts'

const list = 'GET /items'
const one = 'GET /items/:item_id'

/** Faults in which items are found, and in how they are shown. */
export const itemReadFaults = defineFaults({
  'changes-of-items-by-others-show-late': {
    title: 'shows a user the old item for a second after somebody else changed it',
    breaks: ['GEN-06'],
    byTheClock: true,
    changes: [
      answersOf({ routes: [one, one.replace('GET', 'PATCH')] }, (answer, deployment) => {
        const { caller, method, url } = answer.request
        const key = `seen by ${caller?.userId} ${url.split('?')[0]}`
        const seen = recall<unknown>(deployment, key)
        if (method === 'PATCH') forget(deployment, key)
        else if (seen === undefined || Date.now() - seen.at >= 1000) remember(deployment, key, answer.json)
        else return { ...answer, json: seen.value }
        return answer
      }),
    ],
  },
  'foreign-item-is-shown': {
    title: 'shows an item of another organization',
    breaks: ['AUTH-13'],
    changes: [
      replace(readItem, (sound) => (deployment, question) => {
        const row = itemRow(deployment, question.id)
        return row === undefined ? sound(deployment, question) : showItem(deployment, row)
      }),
    ],
  },
  'item-list-reaches-across-organizations': {
    title: 'lists the items of all organizations if no product is given',
    breaks: ['AUTH-09'],
    changes: [placed(({ productId }) => (productId === undefined ? [{ sql: 'TRUE' }] : undefined))],
  },
  'items-of-foreign-product-are-listed': {
    title: 'lists the items of a foreign product',
    breaks: ['AUTH-21'],
    changes: [
      placed(({ productId }, deployment) => {
        const product = productId === undefined ? undefined : productRow(deployment, productId)
        return product && [{ sql: 'items.product_id = ?', value: product.id }]
      }),
    ],
  },
  'item-list-forgets-the-product': {
    title: 'lists the items of all products, whichever is given',
    breaks: ['ITEM-14'],
    changes: [
      placed(({ productId, caller }, deployment) => {
        if (productId === undefined) return undefined
        const product = findProduct(deployment, { id: productId, caller })
        return [{ sql: 'workspaces.organization_id = ?', value: product.organization_id }]
      }),
    ],
  },
  'product-forgotten-on-later-pages-of-items': {
    title: 'ignores the product on every page of items but the first',
    breaks: ['PAGE-15'],
    changes: [forgets({ route: list, parameter: 'product_id' }, (query) => Number(query.text('offset') ?? 0) > 0)],
  },
  'item-list-shows-own-items-only': {
    title: 'lists only the items that the user of the key created',
    breaks: ['AUTH-23'],
    changes: [narrowed(({ caller }) => ({ sql: 'items.created_by = ?', value: caller.userId }))],
  },
  'only-item-of-a-product-is-not-listed': {
    title: 'lists nothing for a product with a single item',
    breaks: ['ITEM-09'],
    changes: [
      narrowed(() => ({
        sql: 'EXISTS (SELECT 1 FROM items AS other WHERE other.product_id = items.product_id AND other.id <> items.id)',
      })),
    ],
  },
  'new-item-is-unknown-for-a-moment': {
    title: 'returns 404 for a read of a new item by id for a second',
    breaks: ['GEN-06'],
    byTheClock: true,
    changes: [
      replace(readItem, (sound) => (deployment, question) => {
        const item = sound(deployment, question)
        if (Date.now() - Date.parse(item.createdAt) < 1000) throw notFound('no such item', 'item_not_found')
        return item
      }),
    ],
  },
  'new-item-listed-late': {
    title: 'lists a new item a second after its creation',
    breaks: ['GEN-06'],
    byTheClock: true,
    changes: [narrowed(() => ({ sql: 'items.created_at < ?', value: new Date(Date.now() - 1000).toISOString() }))],
  },
  'item-list-answers-202': {
    title: 'answers the list of items with 202',
    breaks: ['ITEM-01', 'PAGE-20'],
    changes: [answersOf({ routes: [list] }, (answer) => ({ ...answer, status: 202 }))],
  },
  'single-item-minds-the-offset': {
    title: 'returns 404 for a single item if offset is more than 0',
    breaks: ['PAGE-19'],
    changes: [
      answersOf({ routes: [one] }, (answer) => {
        const isLater = Number(new Query(answer.request).text('offset') ?? 0) > 0
        return isLater ? { ...answer, status: 404, json: { error: 'not_found', message: 'no such page' } } : answer
      }),
    ],
  },
  'item-list-keeps-descriptions': {
    title: 'lists an item with the description that it had when it was first listed',
    breaks: ['ITEM-06'],
    changes: [
      answersOf({ routes: [list] }, (answer, deployment) =>
        withEntries(answer, (item) => {
          const key = `listed description ${String(item['id'])}`
          const first = recall(deployment, key)
          if (first === undefined) remember(deployment, key, item['description'])
          return first?.value === undefined ? item : { ...item, description: first.value }
        }),
      ),
    ],
  },
  'listed-description-of-item-is-escaped': {
    title: 'escapes angle brackets in the descriptions of listed items',
    breaks: ['ITEM-12'],
    changes: [shown(list, 'description', (description) => String(description).replaceAll('<', '&lt;'))],
  },
  'item-by-id-has-its-name-in-capitals': {
    title: 'returns the name of an item in upper case when it is read by id',
    breaks: ['ITEM-05'],
    changes: [shown(one, 'name', (name) => String(name).toUpperCase())],
  },
  'item-by-id-without-description': {
    title: 'omits the description when an item is read by id',
    breaks: ['ITEM-05'],
    changes: [shown(one, 'description', () => undefined)],
  },
  'items-of-products-with-one-name-are-listed': {
    title: 'lists the items of all products of the organization with the same name as the requested one',
    breaks: ['ITEM-14'],
    changes: [likeTheProduct('name')],
  },
  'items-of-products-with-one-readable-id-are-listed': {
    title: 'lists the items of all products of all workspaces with the same readable_id as the requested one',
    breaks: ['ITEM-14'],
    changes: [likeTheProduct('readable_id')],
  },
})

/** Items of another place are listed; undefined leaves the sound one. */
function placed(
  place: (question: ItemListQuestion, deployment: Deployment) => readonly ItemCondition[] | undefined,
): RuleChange {
  return replace(
    placeOfItems,
    (sound) => (deployment, question) => place(question, deployment) ?? sound(deployment, question),
  )
}

/** A condition more is put to lists. */
function narrowed(condition: (question: ItemListQuestion) => ItemCondition): RuleChange {
  return replace(placeOfItems, (sound) => (deployment, question) => [
    ...sound(deployment, question),
    condition(question),
  ])
}

/** A field of items is shown otherwise, if it is set; undefined leaves it out. */
function shown(route: string, field: string, change: (value: unknown) => unknown): AnswerChange {
  return answersOf({ routes: [route] }, (answer) =>
    withEntries(answer, (item: JsonRecord) =>
      item[field] === undefined ? item : { ...item, [field]: change(item[field]) },
    ),
  )
}

/** Items are listed of every product of the organization that has a text of the one that is asked for. */
function likeTheProduct(field: 'name' | 'readable_id'): RuleChange {
  return replace(placeOfItems, (sound) => (deployment, question) => {
    const place = sound(deployment, question)
    if (question.productId === undefined) return place
    const sql = `products.${field} = (SELECT ${field} FROM products WHERE id = ?)`
    const own = { sql: 'workspaces.organization_id = ?', value: question.caller.organizationId }
    return [own, ...place.map((condition) => ({ ...condition, sql }))]
  })
}
