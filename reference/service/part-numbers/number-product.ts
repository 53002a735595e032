import type { Deployment } from '../deployment.ts'
import { rule } from '../rule.ts'
import { claimPartNumber } from './claim-part-number.ts'
import { judgeFormat } from './judge-format.ts'
import type { Claim } from './part-number.ts'

/** The part of a product that its number concerns. */
export interface NumberedProduct {
  readonly id: string
  readonly organization_id: string
  readonly workspace_id: string
  readonly part_number: string | null
}

/** Gives a number to a product that is being created: it must be in the format of its workspace, and new. */
export const numberNewProduct = rule((deployment: Deployment, product: NumberedProduct, number: string): void => {
  judgeFormat(deployment, { number, workspaceId: product.workspace_id })
  claimPartNumber(deployment, claimFor(product, number))
})

/** Assigns a number to a product without one: it must be in the format of the product, and new. */
export const assignPartNumber = rule((deployment: Deployment, product: NumberedProduct, number: string): void => {
  judgeFormat(deployment, { number, workspaceId: product.workspace_id, productId: product.id })
  claimPartNumber(deployment, claimFor(product, number))
})

/** A product's claim on a number. */
export function claimFor(product: NumberedProduct, number: string): Claim {
  return {
    number,
    organizationId: product.organization_id,
    workspaceId: product.workspace_id,
    holder: { kind: 'product', id: product.id },
  }
}
