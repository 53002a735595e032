import { UntestedError } from '../../checks/errors.ts'
import type { Exchange } from '../../client/exchange.ts'
import type { RequirementId } from '../../contract/requirement.ts'
import { asText } from '../../contract/show.ts'
import { partNumberOf, type MadeProduct, type ProductBody } from './made-product.ts'
import type { Products, SendOptions } from './products.ts'
import { requireSuccess } from './require-success.ts'

export interface NumberedProducts {
  /** A product without a part number: if the target generates one, it is removed. */
  productWithoutPartNumber(fields?: Partial<ProductBody>): Promise<MadeProduct>
  /** A product with its own part number. */
  productWithPartNumber(fields?: Partial<ProductBody>): Promise<MadeProduct & { readonly partNumber: string }>
  /**
   * Removes the part number of a product. Blocks the check by `by` (PN-03) if the target rejects the update, or if its answer still
   * shows a number: nothing is retired then.
   */
  removePartNumber(id: string, removal?: Removal): Promise<Exchange>
  /** A retired part number, and the product that had it. */
  retiredPartNumber(
    fields?: Partial<ProductBody>,
  ): Promise<{ readonly partNumber: string; readonly formerly: MadeProduct }>
  /**
   * Ends the check as untested if every answer rejects a number with 422 and both a creation and an assignment reject it: an
   * undeclared rule for some part numbers may apply to it.
   */
  noUndeclaredRule(answers: readonly Exchange[], asked: NumberAsked): Promise<void>
}

/** Who removes a part number, what else changes with it, and the requirement that is broken if it fails. */
export interface Removal extends Partial<Pick<SendOptions, 'as'>> {
  readonly beside?: object
  readonly by?: RequirementId
}

/** A number, and how it was asked for. */
export interface NumberAsked {
  readonly number: string
  readonly by: 'creation' | 'assignment'
}

/** Makes products with part numbers, and without. */
export function createNumberedProducts(products: Products): NumberedProducts {
  const removePartNumber: NumberedProducts['removePartNumber'] = async (id, removal = {}) => {
    const { beside, by = 'PN-03', ...request } = removal
    const answer = requireSuccess(await products.update(id, { ...beside, part_number: null }, request), by)
    if (!hasNumber(answer)) return answer
    throw new UntestedError({ reason: 'blocked', blockedBy: [by], cause: 'an update with null left the part number' })
  }
  const productWithPartNumber: NumberedProducts['productWithPartNumber'] = async (fields = {}) => {
    const made = await products.product(fields, fields.part_number === undefined ? { hasNumber: true } : {})
    return { ...made, partNumber: asText(made.body.part_number) }
  }
  return {
    productWithoutPartNumber: async (fields) => {
      const made = await products.product(fields)
      if (hasNumber(made.exchange)) await removePartNumber(made.id)
      return made
    },
    productWithPartNumber,
    removePartNumber,
    retiredPartNumber: async (fields) => {
      const { partNumber, ...formerly } = await productWithPartNumber(fields)
      await removePartNumber(formerly.id)
      return { partNumber, formerly }
    },
    noUndeclaredRule: async (answers, { number, by }) => {
      if (answers.length === 0 || answers.some((answer) => answer.status !== 422)) return
      const { status } =
        by === 'creation'
          ? await products.update((await products.product()).id, { part_number: number })
          : await products.createProduct(await products.productBody({ part_number: number }))
      if (status !== 422) return
      throw new UntestedError({
        reason: 'missing-fixture',
        needs: 'fixture:part-number-rule',
        remedy: 'declare fixtures.partNumberRule in the target file: the target rejected part numbers with 422',
      })
    },
  }
}

/** Whether a product shows a number. An empty text is none: that it is shown at all is judged by PROD-05. */
function hasNumber({ json }: Exchange): boolean {
  const number = partNumberOf(json)
  return typeof number === 'string' && number !== ''
}
