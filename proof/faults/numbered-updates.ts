import type { RuleChange } from '../changes/change.ts'
import { replace } from '../changes/replace.ts'
import { whenRefused } from '../changes/when-refused.ts'
import type { Deployment } from '../../reference/service/deployment.ts'
import { findItem } from '../../reference/service/items/find-item.ts'
import { changeItem, updateItem } from '../../reference/service/items/update-item.ts'
import { alreadyAssigned } from '../../reference/service/part-numbers/change-part-number.ts'
import { retirePartNumber } from '../../reference/service/part-numbers/retire-part-number.ts'
import { changeFields, updateProduct } from '../../reference/service/products/update-product.ts'
import { findProduct } from '../../reference/service/products/find-product.ts'
import type { ProductRow } from '../../reference/service/products/product.ts'
import type { ProductUpdate } from '../../reference/service/products/product-body.ts'
import { defineFaults } from './fault.ts'

/** Faults in updates of a product or an item that give a part number beside other fields. */
export const numberedUpdateFaults = defineFaults({
  'assignment-beside-a-description-ignored': {
    title: 'ignores the part number of an update that also changes the description',
    breaks: ['PN-02', 'PN-25'],
    changes: [ignoredBesideDescription((number) => typeof number === 'string')],
  },
  'removal-beside-a-description-ignored': {
    title: 'keeps the part number if an update removes it and changes the description',
    breaks: ['PN-03'],
    changes: [ignoredBesideDescription((number) => number === null)],
  },
  'removal-ignored': {
    title: 'accepts part_number null in an update but keeps the number',
    breaks: ['PN-03'],
    changes: [ignoredIf((number) => number === null)],
  },
  'refused-update-removes-the-number-all-the-same': {
    title: 'rejects an update because of another field but removes the part number',
    breaks: ['ERR-20'],
    changes: [
      whenRefused(updateProduct, (_, deployment, question, body) => {
        const { id, part_number: present } = findProduct(deployment, question)
        if (body.part_number === null && present !== null) retirePartNumber(deployment, { kind: 'product', id })
      }),
    ],
  },
  'number-refused-in-place-is-burnt': {
    title: 'rejects a number for a product that has one but retires it',
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
    title: 'rejects a number in use with 409 but stores the description of the update',
    breaks: ['ERR-20'],
    changes: [
      whenRefused(updateItem, (_, deployment, question, body) => {
        const item = findItem(deployment, question)
        if (typeof body.part_number === 'string' && item.part_number === null) changeItem(deployment, item, body)
      }),
    ],
  },
  'removal-forgets-what-stands-beside-it': {
    title: 'removes a part number but ignores the other fields of the update',
    breaks: ['PROD-41'],
    changes: [givesTheNumberAlone((number) => number === null)],
  },
  'present-number-ends-the-update': {
    title: 'accepts the current number but ignores the other fields of the update',
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
  return ignoredIf(
    (number, { description, name }) => description !== undefined && name === undefined && isIgnored(number),
  )
}

function ignoredIf(isIgnored: (number: string | null, body: ProductUpdate) => boolean): RuleChange {
  return replace(updateProduct, (sound) => (deployment, question, body) => {
    const { part_number: number, ...others } = body
    return sound(deployment, question, number !== undefined && isIgnored(number, body) ? others : body)
  })
}

/** An update of the part number leaves all other fields as they were. */
function givesTheNumberAlone(when: (number: unknown, present: string | null) => boolean): RuleChange {
  return replace(changeFields, (sound) => (deployment, product, body) => {
    if (!when(body.part_number, product.part_number)) sound(deployment, product, body)
  })
}
