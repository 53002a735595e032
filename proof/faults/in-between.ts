import { isRecord } from '../changes/answers.ts'
import type { RequestChange, Sent } from '../changes/change.ts'
import { forget, recall, remember } from '../changes/memory.ts'
import { dropsIndex } from '../changes/prepares.ts'
import { replace } from '../changes/replace.ts'
import { requestsOf } from '../changes/requests.ts'
import type { Deployment } from '../../reference/service/deployment.ts'
import { broken } from '../../reference/service/http/service-error.ts'
import { changePartNumber } from '../../reference/service/part-numbers/change-part-number.ts'
import { refuseKnownNumber } from '../../reference/service/part-numbers/claim-part-number.ts'
import { retirePartNumber } from '../../reference/service/part-numbers/retire-part-number.ts'
import { productRow } from '../../reference/service/products/find-product.ts'
import type { ProductRow } from '../../reference/service/products/product.ts'
import { waitAMoment } from '../changes/wait-a-moment.ts'
import { attempt } from './attempt.ts'
import { defineFaults } from './fault.ts'

/** Faults of services whose write takes a moment, in which another write about the same thing comes in between. */
export const inBetweenFaults = defineFaults({
  'removed-number-is-free-for-a-moment': {
    title: 'removes a part number and retires it a moment later',
    breaks: ['PN-04', 'PN-05'],
    changes: [
      dropsIndex('part_numbers_of_organization'),
      whileUpdating(
        (body) => body['part_number'] === null,
        async (deployment, { part_number: number }) => {
          remember(deployment, `passing ${number}`, true)
          await waitAMoment()
          forget(deployment, `passing ${number}`)
          return false
        },
      ),
      replace(refuseKnownNumber, (sound) => (deployment, claim) => {
        if (recall(deployment, `passing ${claim.number}`) === undefined) sound(deployment, claim)
        else attempt(() => sound(deployment, claim))
      }),
    ],
  },
  'number-that-comes-in-between-is-replaced': {
    title: 'checks that a product has no number and assigns one a moment later (race)',
    breaks: ['PN-11'],
    changes: [
      whileUpdating(
        (body) => typeof body['part_number'] === 'string',
        async (deployment, { id, part_number: number }, body) => {
          if (number !== null) return false
          await waitAMoment()
          remember(deployment, `judged ${id} ${String(body['part_number'])}`, true)
          return false
        },
      ),
      replace(changePartNumber, (sound) => (deployment, product, update) => {
        const key = `judged ${product.id} ${update.part_number}`
        const isJudged = recall(deployment, key) !== undefined
        forget(deployment, key)
        if (!isJudged || product.part_number === null) return sound(deployment, product, update)
        retirePartNumber(deployment, { kind: 'product', id: product.id })
        return sound(deployment, { ...product, part_number: null }, update)
      }),
    ],
  },
  'renaming-loses-the-number-that-comes-in-between': {
    title: 'reads a product, waits, and writes its part number back with the new name',
    breaks: ['PROD-51'],
    changes: [
      whileUpdating(
        (body) => 'name' in body && !('part_number' in body),
        async ({ store }, { id, part_number: number }) => {
          await waitAMoment()
          return number === null && store.run('DELETE FROM part_numbers WHERE product_id = ?', id) > 0
        },
      ),
    ],
  },
  'second-of-two-deletions-at-once-breaks': {
    title: 'finds a product, waits, and crashes if it was deleted meanwhile',
    breaks: ['ERR-15'],
    changes: [
      requestsOf(['DELETE /products/:product_id'], async (sent, deployment) => {
        if (productOf(deployment, sent) === undefined) return sent
        await waitAMoment()
        if (productOf(deployment, sent) === undefined) throw broken()
        return sent
      }),
    ],
  },
  'update-brings-a-deleted-product-back': {
    title: 'reads a product, waits, and writes it back, even if it was deleted meanwhile',
    breaks: ['PROD-53'],
    changes: [
      whileUpdating(
        () => true,
        async ({ store }, { id }) => {
          const row = store.get<Record<string, string | number | null>>('SELECT * FROM products WHERE id = ?', id)
          await waitAMoment()
          if (row === undefined || store.get('SELECT id FROM products WHERE id = ?', id) !== undefined) return false
          const columns = Object.keys(row)
          const places = columns.map(() => '?').join(', ')
          store.run(`INSERT INTO products (${columns.join(', ')}) VALUES (${places})`, ...Object.values(row))
          return true
        },
      ),
    ],
  },
})

/** Does something before a product is updated, with the product as it is when the update comes; it says whether all is written as it was read. */
function whileUpdating(
  isMeant: (body: Readonly<Record<string, unknown>>) => boolean,
  work: (deployment: Deployment, product: ProductRow, body: Readonly<Record<string, unknown>>) => Promise<boolean>,
): RequestChange {
  return requestsOf(['PATCH /products/:product_id'], async (sent, deployment) => {
    const product = productOf(deployment, sent)
    if (!isRecord(sent.body) || product === undefined || !isMeant(sent.body)) return sent
    const isWritten = await work(deployment, product, sent.body)
    return isWritten ? { ...sent, body: { readable_id: product.readable_id, ...sent.body } } : sent
  })
}

function productOf(deployment: Deployment, { request }: Sent): ProductRow | undefined {
  return productRow(deployment, String(Reflect.get(Object(request.params), 'product_id')))
}
