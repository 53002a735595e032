import type { MadeProduct, Sources } from '#suite'

/** How many ask for the same thing at the same time. */
export const contenders = 3

interface ContestOptions {
  readonly count?: number
  /** None has a part number, if the target gives one by itself. */
  readonly unnumbered?: boolean
}

/** Products that a race updates; the next go finds them again. */
export function contestedProducts(
  { given, session }: Sources,
  purpose: string,
  { count = contenders, unnumbered = false }: ContestOptions = {},
): Promise<readonly MadeProduct[]> {
  const make = async (): Promise<readonly MadeProduct[]> => {
    const fields = { description: 'described' }
    const makeOne = (): Promise<MadeProduct> =>
      unnumbered ? given.productWithoutPartNumber(fields) : given.product(fields)
    const made = await Promise.all(Array.from({ length: count }, makeOne))
    // Each is known to be ours before the start: what is looked up then would come between the rivals.
    for (const { id } of made) await given.readProduct(id)
    return made
  }
  return session.shared(`contested products for ${purpose}`, make)
}
