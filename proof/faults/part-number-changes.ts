import type { RuleChange } from '../changes/change.ts'
import { recall, remember } from '../changes/memory.ts'
import { replace } from '../changes/replace.ts'
import { whenRefused } from '../changes/when-refused.ts'
import type { Deployment } from '../../reference/service/deployment.ts'
import { validationError } from '../../reference/service/http/service-error.ts'
import type { Caller } from '../../reference/service/http/caller.ts'
import { removeItem } from '../../reference/service/items/delete-item.ts'
import { changePartNumber } from '../../reference/service/part-numbers/change-part-number.ts'
import { numberConflict } from '../../reference/service/part-numbers/claim-part-number.ts'
import { assignPartNumber } from '../../reference/service/part-numbers/number-product.ts'
import { retireNumbersOfProduct, retirePartNumber } from '../../reference/service/part-numbers/retire-part-number.ts'
import {
  changeBaseline,
  changeName,
  changeReadableId,
  updateProduct,
} from '../../reference/service/products/update-product.ts'
import { findProduct } from '../../reference/service/products/find-product.ts'
import type { ProductRow } from '../../reference/service/products/product.ts'
import type { ProductUpdate } from '../../reference/service/products/product-body.ts'
import { defineFaults } from './fault.ts'
import { setProduct } from './set-product.ts'

/** Faults in how part numbers are assigned, changed and retired. */
export const partNumberChangeFaults = defineFaults({
  'number-changed-in-place': {
    title: 'changes an assigned number directly',
    breaks: ['PN-11'],
    changes: [inPlace(() => true)],
  },
  'number-changed-in-place-beside-a-name': {
    title: 'changes an assigned number directly if the name changes too',
    breaks: ['PN-11'],
    changes: [inPlace(({ body }) => body.name !== undefined)],
  },
  'number-changed-in-place-to-a-longer-one': {
    title: 'changes an assigned number directly to one that begins with it',
    breaks: ['PN-11'],
    changes: [
      inPlace(({ product: { part_number: present }, body: { part_number: given } }) =>
        String(given).startsWith(String(present)),
      ),
    ],
  },
  'number-changed-in-place-by-another-user': {
    title: 'changes an assigned number directly if another user than the creator asks',
    breaks: ['PN-11'],
    changes: [inPlace(({ product, caller }) => product.created_by !== caller.userId)],
  },
  'other-letter-case-passes-for-the-present-number': {
    title: 'accepts the current number in another letter case, even if another product has it',
    breaks: ['PN-11'],
    changes: [
      replace(changePartNumber, (sound) => (deployment, product, body) => {
        const [present, given] = [product.part_number, body.part_number]
        if (present !== given && present?.toLowerCase() === given?.toLowerCase()) return
        sound(deployment, product, body)
      }),
    ],
  },
  'in-place-change-has-another-code': {
    title: 'answers a direct change of a number with 422 validation_error',
    breaks: ['PN-11'],
    changes: [
      replace(changePartNumber, (sound) => (deployment, product, body) => {
        const { part_number: number } = body
        if (typeof number === 'string' && product.part_number !== null && number !== product.part_number)
          throw validationError({ loc: ['body', 'part_number'], msg: 'is assigned already', type: 'assigned' })
        sound(deployment, product, body)
      }),
    ],
  },
  'other-spelling-passes-for-the-number': {
    title: 'returns 200 for another spelling of the current number',
    breaks: ['PN-11'],
    changes: [
      replace(changePartNumber, (sound) => (deployment, product, body) => {
        const { part_number: number } = body
        const isString = typeof number === 'string' && product.part_number !== null
        if (!isString || Number(number) !== Number(product.part_number)) sound(deployment, product, body)
      }),
    ],
  },
  'part-number-unsets-the-baseline': {
    title: 'clears the baseline when a part number is assigned or removed',
    breaks: ['PROD-42'],
    changes: [
      replace(changePartNumber, (sound) => (deployment, product, body) => {
        sound(deployment, product, body)
        if (body.part_number !== undefined) setProduct(deployment, product.id, { baseline_version_number: null })
      }),
    ],
  },
  'no-number-after-a-removal': {
    title: 'rejects every new number for a product whose number was removed',
    breaks: ['PN-12'],
    changes: [
      replace(assignPartNumber, (sound) => (deployment, product, number) => {
        if (deployment.store.get('SELECT 1 FROM part_numbers WHERE product_id = ?', product.id) !== undefined)
          throw numberConflict(deployment, 'the product had a part number before')
        sound(deployment, product, number)
      }),
    ],
  },
  'renaming-retires-the-number': {
    title: 'removes the part number when the name changes',
    breaks: ['PN-21'],
    changes: [
      replace(changeName, (sound) => (deployment, product, name) => {
        sound(deployment, product, name)
        if (name !== product.name) retirePartNumber(deployment, { kind: 'product', id: product.id })
      }),
    ],
  },
  'baseline-retires-the-number': {
    title: 'retires the number of a product when a baseline is chosen',
    breaks: ['PN-21'],
    changes: [
      replace(changeBaseline, (sound) => (deployment, product, version) => {
        sound(deployment, product, version)
        retirePartNumber(deployment, { kind: 'product', id: product.id })
      }),
    ],
  },
  'deletion-of-an-item-retires-the-number': {
    title: 'retires the number of a product when one of its items is deleted',
    breaks: ['PN-21'],
    changes: [
      replace(removeItem, (sound) => (deployment, item) => {
        sound(deployment, item)
        retirePartNumber(deployment, { kind: 'product', id: item.product_id })
      }),
    ],
  },
  'number-removed-beside-a-name-is-free': {
    title: 'frees a number instead of retiring it if the name changes too',
    breaks: ['PN-04', 'PN-05', 'PN-06'],
    changes: [
      replace(changePartNumber, (sound) => (deployment, product, body) => {
        sound(deployment, product, body)
        if (body.part_number !== null || Reflect.get(body, 'name') === undefined) return
        const sql = 'DELETE FROM part_numbers WHERE product_id = ? AND number = ?'
        deployment.store.run(sql, product.id, product.part_number)
      }),
    ],
  },
  'renamed-product-frees-its-number': {
    title: 'frees the number of a product when its readable_id changes',
    breaks: ['PN-04', 'PN-05', 'PN-06'],
    changes: [
      replace(changeReadableId, (sound) => (deployment, product, readableId) => {
        sound(deployment, product, readableId)
        remember(deployment, `renamed-product ${product.id}`, true)
      }),
      replace(changePartNumber, (sound) => (deployment, product, body) => {
        sound(deployment, product, body)
        const isRenamed = recall(deployment, `renamed-product ${product.id}`) !== undefined
        if (isRenamed && body.part_number === null)
          deployment.store.run('DELETE FROM part_numbers WHERE product_id = ?', product.id)
      }),
    ],
  },
  'second-removal-frees-the-number': {
    title: 'reuses a retired number after its product lost another one',
    breaks: ['PN-22'],
    changes: [
      replace(retirePartNumber, (sound) => (deployment, holder) => {
        const column = holder.kind === 'product' ? 'product_id' : 'item_id'
        deployment.store.run(`DELETE FROM part_numbers WHERE ${column} = ? AND state = 'retired'`, holder.id)
        sound(deployment, holder)
      }),
    ],
  },
  'refused-update-burns-the-number': {
    title: 'rejects an update because of its readable id but keeps its part number in use',
    breaks: ['ERR-20'],
    changes: [
      whenRefused(updateProduct, ({ code }, deployment, question, { part_number: number }) => {
        if (code === 'readable_id_taken' && typeof number === 'string')
          retired(deployment, findProduct(deployment, question), number)
      }),
    ],
  },
  'deletion-frees-assigned-numbers': {
    title: 'frees the retired numbers of a deleted product, except the one from its creation',
    breaks: ['PN-22'],
    changes: [
      replace(assignPartNumber, (sound) => (deployment, product, number) => {
        sound(deployment, product, number)
        remember(deployment, `assigned-number ${product.id} ${number}`, true)
      }),
      replace(retireNumbersOfProduct, (sound) => (deployment, productId) => {
        sound(deployment, productId)
        const sql = 'SELECT number FROM part_numbers WHERE product_id = ?'
        for (const { number } of deployment.store.all<{ number: string }>(sql, productId))
          if (recall(deployment, `assigned-number ${productId} ${number}`) !== undefined)
            deployment.store.run('DELETE FROM part_numbers WHERE product_id = ? AND number = ?', productId, number)
      }),
    ],
  },
  'deletion-frees-the-number': {
    title: "forgets a product's numbers when the product is deleted",
    breaks: ['PN-22'],
    changes: [
      replace(retireNumbersOfProduct, (sound) => (deployment, productId) => {
        sound(deployment, productId)
        deployment.store.run(
          'DELETE FROM part_numbers WHERE product_id = ? OR item_id IN (SELECT id FROM items WHERE product_id = ?)',
          productId,
          productId,
        )
      }),
    ],
  },
})

interface Update {
  readonly product: ProductRow
  readonly body: ProductUpdate
  readonly caller: Caller
}

function retired({ store }: Deployment, product: ProductRow, number: string): void {
  const sql =
    "INSERT OR IGNORE INTO part_numbers (organization_id, workspace_id, number, state) VALUES (?, ?, ?, 'retired')"
  store.run(sql, product.organization_id, product.workspace_id, number)
}

/** An assigned number is retired if another one is given for it, as if it had been removed first. */
function inPlace(isAccepted: (update: Update) => boolean): RuleChange {
  return replace(updateProduct, (sound) => (deployment, question, body) => {
    const { part_number: number } = body
    if (typeof number !== 'string') return sound(deployment, question, body)
    return deployment.store.transaction(() => {
      const product = findProduct(deployment, question)
      const isOther = product.part_number !== null && product.part_number !== number
      if (isOther && isAccepted({ product, body, caller: question.caller }))
        retirePartNumber(deployment, { kind: 'product', id: product.id })
      return sound(deployment, question, body)
    })
  })
}
