import type { Deployment } from '../deployment.ts'
import { recall } from '../../faults/fault-memory.ts'
import { ServiceError, validationError } from '../http/service-error.ts'
import { claimPartNumber, numberConflict } from './claim-part-number.ts'
import { judgeFormat } from './judge-format.ts'
import type { Claim } from './part-number.ts'
import { retirePartNumber } from './retire-part-number.ts'

/** The part of a product that its number concerns. */
export interface NumberedProduct {
  readonly id: string
  readonly organization_id: string
  readonly workspace_id: string
  readonly part_number: string | null
}

/** What an update wants of the number: a string, null to remove it, or nothing. */
export interface NumberChange {
  readonly wish: string | null | undefined
  readonly judged: boolean
  /** Whether the name changes as well. */
  readonly renamed: boolean
  /** Whether somebody else asks than who made the product. */
  readonly byAnother: boolean
}

/** Assigns a number to a product that has none, or retires the one it has (null); another one in its place is refused. */
export function changePartNumber(
  deployment: Deployment,
  product: NumberedProduct,
  { wish, judged, renamed, byAnother }: NumberChange,
): void {
  const { faults, store, variants } = deployment
  if (wish === undefined) return
  if (wish === product.part_number) {
    if (wish === null && variants.chosen('null-without-a-number-is-refused')) {
      throw validationError({ loc: ['body', 'part_number'], msg: 'is not assigned', type: 'not_assigned' })
    }
    if (wish === null || !variants.chosen('same-number-again-conflicts')) return
    throw numberConflict(deployment, 'the product has this part number already')
  }
  const holder = { kind: 'product', id: product.id } as const
  if (wish === null) {
    if (renamed && faults.active('number-removed-beside-a-name-is-free'))
      store.run("DELETE FROM part_numbers WHERE product_id = ? AND state = 'active'", product.id)
    else retirePartNumber(deployment, holder)
    if (recall(store, `renamed ${product.id}`) !== undefined && faults.active('renamed-product-frees-its-number'))
      store.run('DELETE FROM part_numbers WHERE product_id = ?', product.id)
    return
  }
  const isSameNumber = product.part_number !== null && Number(product.part_number) === Number(wish)
  if (isSameNumber && faults.active('other-spelling-passes-for-the-number')) return
  if (product.part_number !== null) {
    if (faults.active('in-place-change-has-another-code')) {
      throw validationError({ loc: ['body', 'part_number'], msg: 'is assigned already', type: 'assigned' })
    }
    const isHidden =
      (renamed && faults.active('number-changed-in-place-beside-a-name')) ||
      (byAnother && faults.active('number-changed-in-place-by-a-colleague'))
    if (!isHidden && !faults.active('number-changed-in-place')) throw alreadyAssigned()
    retirePartNumber(deployment, holder)
  }
  const hadOne = store.get('SELECT 1 FROM part_numbers WHERE product_id = ?', product.id) !== undefined
  if (hadOne && faults.active('no-number-after-a-removal')) {
    throw numberConflict(deployment, 'the product had a part number before')
  }
  const isUnjudged = renamed && faults.active('format-not-judged-beside-a-name')
  if (!isUnjudged && !faults.active('format-not-judged-at-assignment')) {
    judgeFormat(deployment, { number: wish, workspaceId: product.workspace_id, productId: product.id })
  }
  const retired = "SELECT 1 FROM part_numbers WHERE number = ? AND organization_id = ? AND state = 'retired'"
  const isLetThrough =
    byAnother &&
    faults.has('retired-number-assigned-by-a-colleague') &&
    store.get(retired, wish, product.organization_id) !== undefined &&
    faults.active('retired-number-assigned-by-a-colleague')
  claimPartNumber(deployment, claimFor(product, wish), judged || isLetThrough)
}

/** A product's claim on a number. */
export function claimFor(product: NumberedProduct, number: string): Claim {
  return {
    number,
    organizationId: product.organization_id,
    workspaceId: product.workspace_id,
    holder: { kind: 'product', id: product.id },
    assignment: true,
  }
}

/** The refusal of a number for something that has another one. */
export function alreadyAssigned(): ServiceError {
  const message = 'another part number is assigned: remove it first'
  return new ServiceError({ status: 422, code: 'PART_NUMBER_ALREADY_ASSIGNED', message })
}
