import type { CheckContext, MadeItem, MadeProduct } from '#suite'

type Sources = Pick<CheckContext, 'given' | 'session'>

/** A product of this run for checks that disturb each other in nothing: none of them publishes, changes or deletes it. */
export function sharedProduct({ given, session }: Sources): Promise<MadeProduct> {
  return session.shared('product that checks share', () => given.product())
}

/** An item in which the checks of one purpose make what they need, and change what they have made themselves. */
export function sharedItem(sources: Sources, purpose: string): Promise<MadeItem> {
  return sources.session.shared(`item for ${purpose}`, async () =>
    sources.given.item({ product: await sharedProduct(sources) }),
  )
}
