import { answersOf, isRecord, withEachRecord } from '../changes/answers.ts'
import { recall, remember } from '../changes/memory.ts'
import { replace } from '../changes/replace.ts'
import type { Deployment } from '../../reference/service/deployment.ts'
import { idFromPath } from '../../reference/service/http/access.ts'
import { removeItem } from '../../reference/service/items/delete-item.ts'
import { removeProduct } from '../../reference/service/products/delete-product.ts'
import { productRow } from '../../reference/service/products/find-product.ts'
import { listConditions } from '../../reference/service/products/list-products.ts'
import { deleteProperty, softDeleteProperty } from '../../reference/service/properties/delete-property.ts'
import { findProperty } from '../../reference/service/properties/find-property.ts'
import { defineVariants } from './variant.ts'

const cascadeMs = 1000
const deletionMs = 500
const touchMs = 30
const key = 'products that go later'
const reads = [
  'GET /products',
  'GET /products/:product_id',
  'GET /items',
  'GET /items/:item_id',
  'GET /properties',
  'GET /properties/:property_id',
  'GET /files',
  'GET /files/:id',
]

/** Variants that answer deletions of items and properties in another way than with a 202. */
const otherAnswers = [
  'deletions-answer-202',
  'deletions-answer-null',
  'deletions-answer-200-with-nothing',
  'deletions-answer-in-plain-text',
  'deletions-answer-with-a-body',
  'deletions-answer-what-was-there',
] as const

/** Lawful differences in when work is done, and in how exactly its time is kept. */
export const laterVariants = defineVariants({
  'deletions-are-done-later': {
    title: 'answers the deletion of a product with 202 and deletes its contents a second later',
    latitude: 'work may be done shortly after the answer',
    touches: ['PROD-54', 'PROD-55', 'PROD-56'],
    without: [
      'deletions-answer-202',
      'deletions-answer-200-with-nothing',
      'deletions-answer-in-plain-text',
      'deletion-answers-with-a-body',
      'deletions-answer-with-a-body',
      'readable-id-stays-in-use-after-deletion',
    ],
    changes: [
      replace(removeProduct, (sound) => (deployment, product) => {
        remember(deployment, key, [...goingFrom(deployment), product.id])
        later(deployment, cascadeMs, () => sound(deployment, product))
      }),
      replace(
        productRow,
        (sound) => (deployment, id) =>
          goingFrom(deployment).includes(idFromPath(deployment, id)) ? undefined : sound(deployment, id),
      ),
      replace(listConditions, (sound) => (deployment, query, caller) => [
        { sql: 'products.id NOT IN (SELECT value FROM json_each(?))', values: [JSON.stringify(goingFrom(deployment))] },
        ...sound(deployment, query, caller),
      ]),
      answersOf({ routes: ['DELETE /products/:product_id'], statuses: [204] }, (answer) => ({
        ...answer,
        status: 202,
      })),
    ],
  },
  'properties-are-deleted-later': {
    title: 'answers the deletion of a property with 202 and deletes it half a second later',
    latitude: 'a 202 means that the work is not done yet',
    touches: ['PROP-34'],
    without: otherAnswers,
    changes: [
      replace(deleteProperty, () => (deployment, question) => {
        const { id } = findProperty(deployment, question)
        later(deployment, deletionMs, () => softDeleteProperty(deployment.store, id))
      }),
      answersOf({ routes: ['DELETE /properties/:property_id'], statuses: [204] }, (answer) => ({
        ...answer,
        status: 202,
      })),
    ],
  },
  'items-are-deleted-later': {
    title: 'answers the deletion of an item with 202 and deletes it half a second later',
    latitude: 'a 202 means that the work is not done yet',
    touches: ['ITEM-07', 'ITEM-08'],
    without: otherAnswers,
    changes: [
      replace(removeItem, (sound) => (deployment, item) => {
        later(deployment, deletionMs, () => sound(deployment, item))
      }),
      answersOf({ routes: ['DELETE /items/:item_id'], statuses: [204] }, (answer) => ({ ...answer, status: 202 })),
    ],
  },
  'new-products-are-touched-at-once': {
    title: 'changes updatedAt of a product a moment after its creation',
    latitude: 'the contract does not say what changes updatedAt',
    touches: ['PROD-19'],
    changes: [
      answersOf({ routes: ['POST /products'], statuses: [201] }, (answer, deployment) => {
        if (isRecord(answer.json)) touchLater(deployment, String(answer.json['id']).toLowerCase())
        return answer
      }),
    ],
  },
  'times-are-kept-to-the-second': {
    title: 'stores times in whole seconds but returns milliseconds in answers to writes',
    latitude: 'a store may have a resolution of one second',
    touches: ['PROD-50', 'PROD-19', 'PROP-38'],
    without: ['times-are-rounded-to-the-second'],
    changes: [
      answersOf({ routes: reads }, (answer) =>
        withEachRecord(answer, (record) =>
          Object.fromEntries(Object.entries(record).map(([name, value]) => [name, isTime(name) ? cut(value) : value])),
        ),
      ),
    ],
  },
})

/** Does something after a while, unless the deployment is closed by then. */
function later(deployment: Deployment, ms: number, act: () => void): void {
  const timer = setTimeout(() => {
    if (!deployment.closing.aborted) act()
  }, ms)
  timer.unref()
}

function isTime(name: string): boolean {
  return ['createdAt', 'updatedAt', 'uploadedAt'].includes(name)
}

function cut(time: unknown): unknown {
  return typeof time === 'string' ? time.replace(/\.\d+/u, '') : time
}

function goingFrom(deployment: Deployment): readonly string[] {
  return recall<readonly string[]>(deployment, key)?.value ?? []
}

function touchLater({ store, closing }: Deployment, productId: string): void {
  const touch = (): void => {
    if (closing.aborted) return
    store.run('UPDATE products SET updated_at = ? WHERE id = ?', new Date().toISOString(), productId)
  }
  setTimeout(touch, touchMs).unref()
}
