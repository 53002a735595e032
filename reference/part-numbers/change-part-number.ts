import type { Deployment } from '../deployment.ts'
import { ServiceError } from '../http/service-error.ts'
import { claimPartNumber } from './claim-part-number.ts'
import { judgeFormat } from './judge-format.ts'
import { retirePartNumber } from './retire-part-number.ts'

interface NumberedProduct {
  readonly id: string
  readonly organization_id: string
  readonly workspace_id: string
  readonly part_number: string | null
}

/** Assigns a number to a product that has none, or retires the one it has (null); another one in its place is refused. */
export function changePartNumber(
  deployment: Deployment,
  product: NumberedProduct,
  wish: string | null | undefined,
): void {
  if (wish === undefined || wish === product.part_number) return
  if (wish === null) {
    retirePartNumber(deployment, { kind: 'product', id: product.id })
    return
  }
  if (product.part_number !== null) throw alreadyAssigned()
  judgeFormat(deployment, { number: wish, workspaceId: product.workspace_id, productId: product.id })
  claimPartNumber(deployment, {
    number: wish,
    organizationId: product.organization_id,
    workspaceId: product.workspace_id,
    holder: { kind: 'product', id: product.id },
  })
}

/** The refusal of a number for something that has another one. */
export function alreadyAssigned(): ServiceError {
  return new ServiceError({
    status: 422,
    code: 'PART_NUMBER_ALREADY_ASSIGNED',
    message: 'another part number is assigned: remove it first',
  })
}
