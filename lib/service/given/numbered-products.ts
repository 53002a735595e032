import { UntestedError } from '../../checks/errors.ts'
import type { Exchange } from '../../client/exchange.ts'
import { asText } from '../../contract/show.ts'
import { partNumberOf, type MadeProduct, type ProductBody } from './made-product.ts'
import type { Products } from './products.ts'
import { requireSuccess } from './require-success.ts'

export interface NumberedProducts {
  /** A product that has no part number: one that the target gives by itself is removed again. */
  productWithoutPartNumber(fields?: Partial<ProductBody>): Promise<MadeProduct>
  /** A product that holds a part number of its own. */
  productWithPartNumber(fields?: Partial<ProductBody>): Promise<MadeProduct & { readonly partNumber: string }>
  /** A part number that a product had and gave up, and that product. */
  retiredPartNumber(
    fields?: Partial<ProductBody>,
  ): Promise<{ readonly partNumber: string; readonly formerly: MadeProduct }>
  /**
   * Gives the check up where a number that every answer refuses with 422 is refused in the other way as well: a rule that
   * nobody has declared may hold for it, and not for each.
   */
  noUndeclaredRule(answers: readonly Exchange[], asked: NumberAsked): Promise<void>
}

/** A number, and how it was asked for. */
export interface NumberAsked {
  readonly number: string
  readonly by: 'creation' | 'assignment'
}

/** Makes products with part numbers, and without. */
export function createNumberedProducts(products: Products): NumberedProducts {
  const removeNumber = async ({ id }: MadeProduct): Promise<void> => {
    requireSuccess(await products.update(id, { part_number: null }), 'PN-03')
  }
  const productWithPartNumber: NumberedProducts['productWithPartNumber'] = async (fields = {}) => {
    const made = await products.product(fields, fields.part_number === undefined ? { hasNumber: true } : {})
    return { ...made, partNumber: asText(made.body.part_number) }
  }
  return {
    productWithoutPartNumber: async (fields) => {
      const made = await products.product(fields)
      if (typeof partNumberOf(made.exchange.json) === 'string') await removeNumber(made)
      return made
    },
    productWithPartNumber,
    retiredPartNumber: async (fields) => {
      const { partNumber, ...formerly } = await productWithPartNumber(fields)
      await removeNumber(formerly)
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
