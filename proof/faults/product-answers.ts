import { answersOf, isRecord } from '../changes/answers.ts'
import type { RuleChange } from '../changes/change.ts'
import { recall, remember } from '../changes/memory.ts'
import { requestsOf } from '../changes/requests.ts'
import { replace } from '../changes/replace.ts'
import { waitAMoment } from '../changes/wait-a-moment.ts'
import type { Deployment } from '../../reference/service/deployment.ts'
import { readLimit } from '../../reference/service/http/page.ts'
import { Query } from '../../reference/service/http/query.ts'
import { broken, ServiceError } from '../../reference/service/http/service-error.ts'
import { createProduct } from '../../reference/service/products/create-product.ts'
import { productRow } from '../../reference/service/products/find-product.ts'
import { type Product, type ProductRow, showProduct } from '../../reference/service/products/product.ts'
import type { ProductUpdate } from '../../reference/service/products/product-body.ts'
import { readProduct } from '../../reference/service/products/routes.ts'
import { updateProduct } from '../../reference/service/products/update-product.ts'
import { defineFaults } from './fault.ts'

/** Faults in what a creation, a read or an update of one product answers. */
export const productAnswerFaults = defineFaults({
  'changes-by-others-show-late': {
    title: 'shows the old product for a second after somebody else changed it',
    breaks: ['GEN-06'],
    byTheClock: true,
    changes: [
      replace(readProduct, (sound) => (deployment, question) => {
        const product = sound(deployment, question)
        const key = `changes-by-others ${question.caller.userId} ${product.id}`
        const kept = recall<string>(deployment, key)
        const isLate =
          kept !== undefined && Date.now() - kept.at < 1000 && product.updatedBy.id !== question.caller.userId
        if (isLate) return { ...product, description: kept.value }
        remember(deployment, key, product.description ?? '')
        return product
      }),
    ],
  },
  'single-product-minds-the-limit': {
    title: 'rejects the read of a single product if limit is out of range',
    breaks: ['PAGE-19'],
    changes: [
      answersOf({ routes: ['GET /products/:product_id'] }, (answer, deployment) => {
        try {
          readLimit(deployment, new Query(answer.request))
          return answer
        } catch (error) {
          const { status, code, message, details } = error instanceof ServiceError ? error : broken()
          return { ...answer, status, json: { error: code, message, details } }
        }
      }),
    ],
  },
  'creation-answers-200': {
    title: 'answers a creation without a part number with 200',
    breaks: ['PROD-17'],
    changes: [
      answersOf({ routes: ['POST /products'] }, (answer) =>
        isRecord(answer.json) && 'part_number' in answer.json ? answer : { ...answer, status: 200 },
      ),
    ],
  },
  'creation-answers-another-time': {
    title: 'returns a createdAt at creation that no read shows',
    breaks: ['PROD-19'],
    changes: [
      replace(createProduct, (sound) => (deployment, body, caller) => {
        const product = sound(deployment, body, caller)
        return { ...product, createdAt: new Date(Date.parse(product.createdAt) - 5).toISOString() }
      }),
    ],
  },
  'update-answers-the-state-before': {
    title: 'answers an update without a part number with the old product',
    breaks: ['PROD-41'],
    changes: [
      updated((product, { deployment, before, body }) =>
        body.part_number === undefined ? showProduct(deployment, before) : product,
      ),
    ],
  },
  'update-answers-the-time-before': {
    title: 'answers an update with the old updatedAt',
    breaks: ['PROD-41'],
    changes: [
      // So that the two times differ under a clock that stands still, too.
      requestsOf(['PATCH /products/:product_id'], async (sent) => {
        await waitAMoment()
        return sent
      }),
      updated((product, { before }) => ({ ...product, updatedAt: before.updated_at })),
    ],
  },
  'update-answers-its-caller-as-creator': {
    title: 'returns the user who updated a product as its creator',
    breaks: ['PROD-50'],
    changes: [updated((product) => ({ ...product, createdBy: product.updatedBy }))],
  },
  'update-answers-a-bare-id': {
    title: 'returns an id without dashes in the answer to an update',
    breaks: ['PROD-01', 'GEN-02'],
    changes: [updated((product) => ({ ...product, id: product.id.replaceAll('-', '') }))],
  },
  'every-assignment-answers-without-the-number': {
    title: 'answers each assignment without the part number',
    breaks: ['PN-02'],
    changes: [
      updated(({ part_number: number, ...others }, { body }) =>
        typeof body.part_number === 'string' || number === undefined ? others : { ...others, part_number: number },
      ),
    ],
  },
  'assignment-answers-without-the-number': {
    title: 'answers the first assignment of a number without the number',
    breaks: ['PN-02'],
    changes: [
      updated((product, { deployment, body }) => {
        const { part_number: _, ...others } = product
        const sql = 'SELECT count(*) AS count FROM part_numbers WHERE product_id = ?'
        const numbers = deployment.store.get<{ count: number }>(sql, product.id)
        return typeof body.part_number === 'string' && numbers?.count === 1 ? others : product
      }),
    ],
  },
})

interface Update {
  readonly deployment: Deployment
  readonly before: ProductRow
  readonly body: ProductUpdate
}

/** An update that has changed something is answered otherwise. */
function updated(mutation: (product: Product, update: Update) => Product): RuleChange {
  return replace(updateProduct, (sound) => (deployment, question, body) => {
    const before = productRow(deployment, question.id)
    const product = sound(deployment, question, body)
    const isChanged = before !== undefined && product.updatedAt !== before.updated_at
    return isChanged ? mutation(product, { deployment, before, body }) : product
  })
}
