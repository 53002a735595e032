import type { RuleChange } from '../changes/change.ts'
import { replace } from '../changes/replace.ts'
import { whenRefused } from '../changes/when-refused.ts'
import type { Deployment } from '../../reference/service/deployment.ts'
import { findItem } from '../../reference/service/items/find-item.ts'
import { changeItem, updateItem } from '../../reference/service/items/update-item.ts'
import { alreadyAssigned } from '../../reference/service/part-numbers/change-part-number.ts'
import { retirePartNumber } from '../../reference/service/part-numbers/retire-part-number.ts'
import { changeFields } from '../../reference/service/products/change-fields.ts'
import { findProduct } from '../../reference/service/products/find-product.ts'
import type { ProductRow } from '../../reference/service/products/product.ts'
import { updateProduct } from '../../reference/service/products/update-product.ts'
import { defineFaults } from './fault.ts'

/** Faults in updates of a product or an item that give a part number beside other fields. */
export const numberedUpdateFaults = defineFaults({
  'assignment-beside-a-description-ignored': {
    title: 'ignores a part number that an update assigns together with a description',
    breaks: ['PN-02'],
    changes: [ignoredBesideDescription((number) => typeof number === 'string')],
  },
  'removal-beside-a-description-ignored': {
    title: 'keeps a part number that an update removes together with a description',
    breaks: ['PN-03'],
    changes: [ignoredBesideDescription((number) => number === null)],
  },
  'refused-update-removes-the-number-all-the-same': {
    title: 'removes the part number that an update gives as null, then refuses the update for another field',
    breaks: ['ERR-20'],
    changes: [
      whenRefused(updateProduct, (_, deployment, question, body) => {
        const { id, part_number: present } = findProduct(deployment, question)
        if (body.part_number === null && present !== null) retirePartNumber(deployment, { kind: 'product', id })
      }),
    ],
  },
  'number-refused-in-place-is-burnt': {
    title: 'retires the number that it refuses to give a product in place of another one',
    breaks: ['ERR-20'],
    changes: [
      whenRefused(updateProduct, ({ code }, deployment, question, body) => {
        const product = findProduct(deployment, question)
        const isInPlace = code === alreadyAssigned().code
        if (isInPlace && typeof body.part_number === 'string') burn(deployment, product, body.part_number)
      }),
    ],
  },
  'description-beside-a-refused-number-of-an-item-stays': {
    title: 'gives an item without a part number the description that comes with a number in use, then answers 409',
    breaks: ['ERR-20'],
    changes: [
      whenRefused(updateItem, (_, deployment, question, body) => {
        const item = findItem(deployment, question)
        if (typeof body.part_number === 'string' && item.part_number === null) changeItem(deployment, item, body)
      }),
    ],
  },
  'removal-forgets-what-stands-beside-it': {
    title: 'removes a part number and forgets what else the update gives',
    breaks: ['PROD-41'],
    changes: [givesTheNumberAlone((number) => number === null)],
  },
  'present-number-ends-the-update': {
    title: 'accepts the number that a product has, and forgets what else the update gives',
    breaks: ['PROD-41'],
    changes: [givesTheNumberAlone((number, present) => typeof number === 'string' && number === present)],
  },
})

/** Nobody is given the number any more. */
function burn({ store }: Deployment, product: ProductRow, number: string): void {
  const sql =
    "INSERT OR IGNORE INTO part_numbers (organization_id, workspace_id, number, state) VALUES (?, ?, ?, 'retired')"
  store.run(sql, product.organization_id, product.workspace_id, number)
}

/** A number is ignored that comes together with a description and without a name. */
function ignoredBesideDescription(isIgnored: (number: string | null) => boolean): RuleChange {
  return replace(updateProduct, (sound) => (deployment, question, body) => {
    const { part_number: number, ...others } = body
    const isBeside = body.description !== undefined && body.name === undefined
    const isLeftOut = isBeside && number !== undefined && isIgnored(number)
    return sound(deployment, question, isLeftOut ? others : body)
  })
}

/** An update of the part number leaves all other fields as they were. */
function givesTheNumberAlone(when: (number: unknown, present: string | null) => boolean): RuleChange {
  return replace(changeFields, (sound) => (deployment, product, body) => {
    if (!when(body.part_number, product.part_number)) sound(deployment, product, body)
  })
}
