import { answersOf, isRecord, withEachRecord } from '../changes/answers.ts'
import type { Answer, AnswerChange } from '../changes/change.ts'
import { recall, remember } from '../changes/memory.ts'
import { replace } from '../changes/replace.ts'
import type { Deployment } from '../../reference/service/deployment.ts'
import { productRow } from '../../reference/service/products/find-product.ts'
import { type Product, showProduct } from '../../reference/service/products/product.ts'
import { updateProduct } from '../../reference/service/products/update-product.ts'
import { defineFaults } from './fault.ts'

type JsonRecord = Readonly<Record<string, unknown>>

/** Faults in how fields of products are shown, everywhere or in lists alone. */
export const productFieldFaults = defineFaults({
  'colour-by-name': {
    title: 'returns a status colour as a name',
    breaks: ['PROD-11'],
    changes: [shown(ofStatus((status) => ({ ...status, color: 'orange' })))],
  },
  'excluded-statuses-as-objects': {
    title: 'returns excluded statuses as objects',
    breaks: ['PROD-12'],
    changes: [shown(({ excludedStatusIds: ids }) => ({ excludedStatusIds: listOf(ids).map((id) => ({ id })) }))],
  },
  'unset-description-is-empty': {
    title: 'returns an unset description as an empty text',
    breaks: ['PROD-05'],
    changes: [shown(({ description }) => (description === undefined ? { description: '' } : {}))],
  },
  'list-shows-dashes-in-readable-ids': {
    title: 'returns dashes instead of underscores in readable ids in lists',
    breaks: ['PROD-02'],
    changes: [listed(({ readable_id: id }) => ({ readable_id: String(id).replaceAll('_', '-') }))],
  },
  'archived-product-without-name': {
    title: 'shows archived products in lists with an empty name',
    breaks: ['PROD-04'],
    changes: [listed(({ archived }) => (archived === true ? { name: '' } : {}))],
  },
  'list-cuts-descriptions': {
    title: 'cuts descriptions of more than 255 characters in lists',
    breaks: ['PROD-32'],
    changes: [listed(ofText('description', (text) => (text.length > 255 ? `${text.slice(0, 255)}…` : text)))],
  },
  'list-shows-retired-numbers': {
    title: 'still shows a removed part number in lists',
    breaks: ['PN-03'],
    changes: [
      listed(({ id, part_number: number }, { store }) => {
        const sql = 'SELECT number FROM part_numbers WHERE product_id = ? ORDER BY sequence DESC LIMIT 1'
        const last = number === undefined ? store.get<{ number: string }>(sql, String(id)) : undefined
        return last === undefined ? {} : { part_number: last.number }
      }),
    ],
  },
  'list-shows-the-creation-for-the-last-change': {
    title: 'lists a changed product with its creation time as updatedAt',
    breaks: ['PROD-41'],
    changes: [listed(({ createdAt }) => ({ updatedAt: createdAt }))],
  },
  'list-shows-the-creator-as-updater': {
    title: 'lists the creator of a product as the user who updated it',
    breaks: ['PROD-41'],
    changes: [listed(({ createdBy }) => ({ updatedBy: createdBy }))],
  },
  'list-lags-behind-updates': {
    title: 'lists the old product for a second after an update',
    breaks: ['GEN-06'],
    byTheClock: true,
    changes: [
      replace(updateProduct, (sound) => (deployment, question, body) => {
        const before = productRow(deployment, question.id)
        const product = sound(deployment, question, body)
        if (before !== undefined && body.name !== undefined)
          remember(deployment, `list-lags ${before.id}`, showProduct(deployment, before))
        return product
      }),
      listed(({ id }, deployment) => {
        const kept = recall<Product>(deployment, `list-lags ${String(id)}`)
        return kept === undefined || Date.now() - kept.at > 1000 ? {} : { ...kept.value }
      }),
    ],
  },
})

type Mutation = (product: JsonRecord, deployment: Deployment) => JsonRecord

/** Every answer shows these fields of a product otherwise. */
function shown(mutation: Mutation): AnswerChange {
  const one = 'products/:product_id'
  const routes = ['GET /products', 'POST /products', `GET /${one}`, `PATCH /${one}`]
  return answersOf({ routes }, (answer, deployment) => withProducts(answer, (product) => mutation(product, deployment)))
}

/** Lists alone show these fields of a product otherwise. */
function listed(mutation: Mutation): AnswerChange {
  return answersOf({ routes: ['GET /products'] }, (answer, deployment) =>
    withProducts(answer, (product) => mutation(product, deployment)),
  )
}

function withProducts(answer: Answer, mutation: (product: JsonRecord) => JsonRecord): Answer {
  return withEachRecord(answer, (record) =>
    'workspace_id' in record && 'createdBy' in record ? { ...record, ...mutation(record) } : record,
  )
}

function ofText(field: string, change: (text: string) => unknown): (product: JsonRecord) => JsonRecord {
  return ({ [field]: value }) => (typeof value === 'string' ? { [field]: change(value) } : {})
}

function ofStatus(change: (status: JsonRecord) => JsonRecord): Mutation {
  return ({ status }) => (isRecord(status) ? { status: change(status) } : {})
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : []
}
