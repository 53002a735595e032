import type { Deployment } from '../deployment.ts'
import { ServiceError } from '../http/service-error.ts'
import { rule } from '../rule.ts'
import { assignPartNumber, type NumberedProduct } from './number-product.ts'
import { retirePartNumber } from './retire-part-number.ts'

/** What an update gives of the number: a string, null to remove it, or nothing. */
export interface NumberUpdate {
  readonly part_number?: string | null
}

/** Assigns a number to a product that has none, or retires the one it has (null); another one in its place is rejected. */
export const changePartNumber = rule(
  (deployment: Deployment, product: NumberedProduct, { part_number: number }: NumberUpdate): void => {
    if (number === undefined || number === product.part_number) return
    if (number === null) retirePartNumber(deployment, { kind: 'product', id: product.id })
    else if (product.part_number === null) assignPartNumber(deployment, product, number)
    else throw alreadyAssigned()
  },
)

/** The refusal of a number for something that has another one. */
export function alreadyAssigned(): ServiceError {
  const message = 'another part number is assigned: remove it first'
  return new ServiceError({ status: 422, code: 'PART_NUMBER_ALREADY_ASSIGNED', message })
}
