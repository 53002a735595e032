import type { Change, RuleChange } from '../changes/change.ts'
import { dropsIndex } from '../changes/prepares.ts'
import { replace } from '../changes/replace.ts'
import { whenRefused } from '../changes/when-refused.ts'
import type { Deployment } from '../../reference/service/deployment.ts'
import { ServiceError, validationError } from '../../reference/service/http/service-error.ts'
import {
  claimPartNumber,
  knownNumber,
  recordPartNumber,
} from '../../reference/service/part-numbers/claim-part-number.ts'
import {
  assignPartNumber,
  claimFor,
  type NumberedProduct,
  numberNewProduct,
} from '../../reference/service/part-numbers/number-product.ts'
import type { Claim, PartNumberRow } from '../../reference/service/part-numbers/part-number.ts'
import { createProduct } from '../../reference/service/products/create-product.ts'
import { updateProduct } from '../../reference/service/products/update-product.ts'
import { findProduct } from '../../reference/service/products/find-product.ts'
import type { ProductRow } from '../../reference/service/products/product.ts'
import type { ProductCreation } from '../../reference/service/products/product-body.ts'
import type { Caller } from '../../reference/service/http/caller.ts'
import { workspaceRow } from '../../reference/service/workspaces/workspace.ts'
import { defineFaults } from './fault.ts'

/** Faults in which part numbers are in use or retired, and in how they are kept. */
export const partNumberFaults = defineFaults({
  'number-unique-over-organizations': {
    title: 'rejects a number that another organization uses',
    breaks: ['PN-10'],
    changes: [alsoKnown(() => true)],
  },
  'number-retired-for-every-organization': {
    title: 'rejects a number that another organization retired',
    breaks: ['PN-10'],
    changes: [alsoKnown((known) => known.state === 'retired')],
  },
  'number-unique-in-its-workspace-only': {
    title: 'accepts a number in use for a product of another workspace',
    breaks: ['PN-09'],
    changes: [
      dropsIndex('part_numbers_of_organization'),
      replace(claimPartNumber, (sound) => (deployment, claim) => {
        const known = knownNumber(deployment, claim)
        if (known?.state === 'active' && known.workspace_id !== claim.workspaceId) recordPartNumber(deployment, claim)
        else sound(deployment, claim)
      }),
    ],
  },
  'used-number-accepted-at-assignment': {
    title: 'assigns a number that is in use to a second product',
    breaks: ['PN-08'],
    changes: [
      dropsIndex('part_numbers_of_organization'),
      replace(assignPartNumber, (sound) => (deployment, product, number) => {
        const claim = claimFor(product, number)
        if (knownNumber(deployment, claim)?.state === 'active') recordPartNumber(deployment, claim)
        else sound(deployment, product, number)
      }),
    ],
  },
  'retired-number-free-in-other-workspace': {
    title: 'accepts a retired number in another workspace',
    breaks: ['PN-09'],
    changes: [
      replace(claimPartNumber, (sound) => (deployment, claim) => {
        free(deployment, claim, (known) => known.workspace_id !== claim.workspaceId)
        sound(deployment, claim)
      }),
    ],
  },
  'retired-number-free-at-creation': {
    title: 'accepts a retired number at creation',
    breaks: ['PN-04'],
    changes: [freed(numberNewProduct, () => true)],
  },
  'retired-number-assigned-to-another': {
    title: 'accepts the assignment of a retired number to another product',
    breaks: ['PN-05'],
    changes: [freed(assignPartNumber, (known, { id }) => known.product_id !== id)],
  },
  'retired-number-assigned-where-nothing-is-described': {
    title: 'accepts the assignment of a retired number to another product without a description',
    breaks: ['PN-05'],
    changes: [freedByUpdate(({ known, product }) => known.product_id !== product.id && !product.description)],
  },
  'retired-number-back-to-its-product': {
    title: 'accepts a retired number for the product that had it',
    breaks: ['PN-06'],
    changes: [freed(assignPartNumber, (known, { id }) => known.product_id === id)],
  },
  'first-number-back-to-its-product': {
    title: 'accepts an older retired number for the product that had it',
    breaks: ['PN-06'],
    changes: [
      replace(assignPartNumber, (sound) => (deployment, product, number) => {
        const sql = 'SELECT number FROM part_numbers WHERE product_id = ? ORDER BY sequence'
        const numbers = deployment.store.all<{ number: string }>(sql, product.id).map((row) => row.number)
        const isEarlier = numbers.indexOf(number) < numbers.length - 1
        free(deployment, claimFor(product, number), ({ product_id: holder }) => holder === product.id && isEarlier)
        sound(deployment, product, number)
      }),
    ],
  },
  'retired-number-assigned-by-another-user': {
    title: 'accepts the retired number of another product if another user than the creator asks',
    breaks: ['PN-05'],
    changes: [
      freedByUpdate(
        ({ known, product, caller }) => known.product_id !== product.id && product.created_by !== caller.userId,
      ),
    ],
  },
  'part-number-of-digits-is-a-number': {
    title: 'stores a part number of digits as a number, without leading zeros',
    breaks: ['PN-01'],
    changes: keptAs((number) => (/^0\d+$/u.test(number) ? number.replace(/^0+/u, '') : number)),
  },
  'part-number-cut-at-fifty': {
    title: 'truncates part numbers to fifty characters',
    breaks: ['PN-01'],
    changes: keptAs((number) => number.slice(0, 50)),
  },
  'slash-in-a-number-is-escaped': {
    title: 'stores %2F instead of a slash in the part number of a new product',
    breaks: ['PN-01'],
    changes: [
      replace(
        numberNewProduct,
        (sound) => (deployment, product, number) => sound(deployment, product, number.replaceAll('/', '%2F')),
      ),
    ],
  },
  'refused-creation-leaves-the-product': {
    title: 'rejects a number but creates the product',
    breaks: ['PN-13'],
    changes: [
      afterRefusal(({ deployment, error, body: { part_number: _number, ...others }, caller }) => {
        if (isNumberConflict(error)) createProduct(deployment, others, caller)
      }),
    ],
  },
  'refused-creation-burns-the-number': {
    title: 'rejects a creation because of its readable id but keeps its part number in use',
    breaks: ['ERR-20'],
    changes: [
      afterRefusal(({ deployment, error, body, caller }) => {
        if (body.part_number === undefined || error.status !== 409 || isNumberConflict(error)) return
        deployment.store.run(
          "INSERT OR IGNORE INTO part_numbers (organization_id, workspace_id, number, state) VALUES (?, ?, ?, 'retired')",
          caller.organizationId,
          body.workspace_id.toLowerCase(),
          body.part_number,
        )
      }),
    ],
  },
  'every-number-conflict-is-a-422': {
    title: 'returns 422 instead of 409 for every number that is in use or retired',
    breaks: ['PN-07', 'PN-08'],
    changes: [
      whenRefused(claimPartNumber, (error) => {
        if (isNumberConflict(error))
          throw validationError({ loc: ['body', 'part_number'], msg: 'has already been taken', type: 'uniqueness' })
      }),
    ],
  },
  'used-number-is-a-422-at-creation': {
    title: 'returns 422 instead of 409 for creating a product with a number in use in its workspace',
    breaks: ['PN-07'],
    changes: [
      afterRefusal(({ deployment, error, body: { part_number: number = '', workspace_id: id } }) => {
        const workspace = isNumberConflict(error) ? workspaceRow(deployment, id) : undefined
        if (workspace === undefined) return
        const known = knownBy(deployment, number).find((row) => row.workspace_id === workspace.id)
        if (known?.state === 'active')
          throw validationError({ loc: ['body', 'part_number'], msg: 'is used or retired', type: 'unique' })
      }),
    ],
  },
})

interface AskedNumber {
  readonly known: PartNumberRow
  readonly product: ProductRow
  readonly caller: Caller
}

/** A retired number is free again if an update asks for it in such a case. */
function freedByUpdate(isFree: (asked: AskedNumber) => boolean): RuleChange {
  return replace(updateProduct, (sound) => (deployment, question, body) => {
    const { part_number: number } = body
    if (typeof number !== 'string') return sound(deployment, question, body)
    return deployment.store.transaction(() => {
      const product = findProduct(deployment, question)
      free(deployment, claimFor(product, number), (known) => isFree({ known, product, caller: question.caller }))
      return sound(deployment, question, body)
    })
  })
}

/** A number is known that a sound service does not know: one of any organization that is spelt like it. */
function alsoKnown(isKnown: (known: PartNumberRow) => boolean): RuleChange {
  return replace(
    knownNumber,
    (sound) => (deployment, claim) => sound(deployment, claim) ?? knownBy(deployment, claim.number).find(isKnown),
  )
}

function knownBy({ store }: Deployment, number: string): readonly PartNumberRow[] {
  return store.all<PartNumberRow>('SELECT * FROM part_numbers WHERE number = ?', number)
}

/** A retired number is given out again. */
function freed(
  numbering: typeof assignPartNumber,
  isFree: (known: PartNumberRow, product: NumberedProduct) => boolean,
): RuleChange {
  return replace(numbering, (sound) => (deployment, product, number) => {
    free(deployment, claimFor(product, number), (known) => isFree(known, product))
    sound(deployment, product, number)
  })
}

function free(deployment: Deployment, claim: Claim, isFree: (known: PartNumberRow) => boolean): void {
  const known = knownNumber(deployment, claim)
  if (known?.state !== 'retired' || !isFree(known)) return
  const sql = 'DELETE FROM part_numbers WHERE organization_id = ? AND number = ?'
  deployment.store.run(sql, known.organization_id, known.number)
}

/** A number is kept as another one, which is not looked for. */
function keptAs(change: (number: string) => string): readonly Change[] {
  return [
    dropsIndex('part_numbers_of_organization'),
    replace(
      recordPartNumber,
      (sound) => (deployment, claim) => sound(deployment, { ...claim, number: change(claim.number) }),
    ),
  ]
}

interface Refused {
  readonly deployment: Deployment
  readonly error: ServiceError
  readonly body: ProductCreation
  readonly caller: Caller
}

/** Something is done after a creation was rejected. */
function afterRefusal(act: (refused: Refused) => void): RuleChange {
  return whenRefused(createProduct, (error, deployment, body, caller) => act({ deployment, error, body, caller }))
}

function isNumberConflict({ status, code }: ServiceError): boolean {
  return status === 409 && code === 'part_number_conflict'
}
