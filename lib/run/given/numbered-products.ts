import { UntestedError } from '../../checks/errors.ts'
import type { MadeProduct, ProductBody } from './made-product.ts'
import type { Names } from './names.ts'
import { partNumberOf } from './part-number-of.ts'
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
   * Gives the check up where a number that was refused in one way is refused in the other as well: a rule that nobody has
   * declared may hold for it, and not for each.
   */
  noUndeclaredRule(number: string, refusedBy: 'creation' | 'assignment'): Promise<void>
}

/** Makes products with part numbers, and without. */
export function createNumberedProducts(products: Products, names: Names): NumberedProducts {
  const removeNumber = async ({ id }: MadeProduct): Promise<void> => {
    requireSuccess(await products.update(id, { part_number: null }), 'PN-03')
  }
  const productWithPartNumber: NumberedProducts['productWithPartNumber'] = async (fields = {}) => {
    const partNumber = fields.part_number ?? names.partNumber()
    return { ...(await products.product({ ...fields, part_number: partNumber })), partNumber }
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
    noUndeclaredRule: async (number, refusedBy) => {
      const { status } =
        refusedBy === 'creation'
          ? await products.update((await products.product()).id, { part_number: number })
          : await products.createProduct(await products.productBody({ part_number: number }))
      if (status !== 422) return
      throw new UntestedError({
        reason: 'missing-fixture',
        needs: 'fixture:part-number-rule',
        remedy: 'part numbers are refused with 422; declare fixtures.partNumberRule in the target file',
      })
    },
  }
}
