import type { CheckContext, MadeItem, MadeProduct } from '#suite'

type Sources = Pick<CheckContext, 'given' | 'session'>

/** A product of this run for checks of one purpose that disturb each other in nothing: none of them publishes, changes or deletes it. */
export function sharedProduct({ given, session }: Sources, purpose: string): Promise<MadeProduct> {
  const name = `product for ${placeFor(purpose, session)}, ${given.itemPlace()}`
  return session.shared(name, () => given.emptyProduct())
}

/** Few checks need no place of their own for each purpose: none of them sees what another one makes there. */
function placeFor(purpose: string, { isSmoke }: Sources['session']): string {
  return isSmoke ? 'few checks' : purpose
}

/** Items in one shared product: a service may let a product have no more than some. */
const itemsAtMost = 12

/** An item in which the checks of one purpose make what they need, and change what they have made themselves. */
export function sharedItem(sources: Sources, purpose: string): Promise<MadeItem> {
  const { given, session } = sources
  return session.shared(`item for ${placeFor(purpose, session)}, ${given.itemPlace()}`, () => ownItem(sources))
}

/** An item that nobody else uses, in a product that others make items in. */
export async function ownItem(sources: Sources): Promise<MadeItem> {
  const { given, session } = sources
  const places = await session.shared('items in shared products', () => Promise.resolve({ taken: 0 }))
  const product = await sharedProduct(sources, `shared items, ${Math.floor(places.taken++ / itemsAtMost)}`)
  return given.item({ product })
}

/** Another item of the same product, for the same checks. */
export async function secondItem({ given, session }: Sources, { id, product }: MadeItem): Promise<MadeItem> {
  return session.shared(`item beside ${id}`, () => given.item({ product }))
}
