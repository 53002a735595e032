import type { MadeProduct, Sources } from '#suite'

/** How many ask for the same thing at the same time. */
export const contenders = 3

/** Products without a part number that a race updates; the next go finds them again, and the next race gets them. */
export function contestedProducts({ given, session }: Sources): Promise<readonly [MadeProduct, ...MadeProduct[]]> {
  const makeOne = (): Promise<MadeProduct> => given.productWithoutPartNumber({ description: 'described' })
  return session.lending.lent('contested products', async () => {
    const made = await Promise.all([makeOne(), ...Array.from({ length: contenders - 1 }, makeOne)])
    // Each is known to be ours before the start: what is looked up then would come between the rivals.
    for (const { id } of made) await given.readProduct(id)
    return made
  })
}
