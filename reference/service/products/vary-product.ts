import type { VariantSwitch } from '../../variants/variant-switch.ts'
import type { Product } from './product.ts'

/** The lawful differences in how every answer shows a product. */
export function varyProduct(variants: VariantSwitch, product: Product): Product {
  if (variants.chosen('optional-product-fields-stay-away')) {
    const { archived: _archived, status: _status, excludedStatusIds: _ids, ...others } = product
    return others
  }
  if (variants.chosen('part-number-in-camel-case-too') && product.part_number !== undefined) {
    return Object.assign(product, { partNumber: product.part_number })
  }
  if (variants.chosen('times-with-an-offset')) {
    return { ...product, createdAt: withOffset(product.createdAt), updatedAt: withOffset(product.updatedAt) }
  }
  if (variants.chosen('products-have-more-fields'))
    return Object.assign(product, { mass: 1.5, tags: [], 'x-origin': null })
  return product
}

/** The lawful differences that only lists show. */
export function varyListEntry(variants: VariantSwitch, product: Product): Product {
  if (!variants.chosen('optional-product-fields-stay-away')) return product
  const { part_number: _number, baseline_version_number: _baseline, ...others } = product
  return others
}

const twoHours = 7_200_000

/** The same moment as clocks two hours east of Greenwich show it. */
function withOffset(time: string): string {
  return new Date(Date.parse(time) + twoHours).toISOString().replace('Z', '000+02:00')
}
