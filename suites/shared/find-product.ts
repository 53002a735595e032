import { entryOf, type Exchange, type Found, type Given, type MadeProduct } from '#suite'

type Sought = Pick<MadeProduct, 'id' | 'workspaceId'>

/** Searches for a product until it is found, or until it is late beyond reason: an index of searches may lag. */
export function findProduct(given: Given, { id, workspaceId }: Sought, text: string): Promise<Found> {
  return given.eventually(
    () => given.trySearch(workspaceId, text),
    ({ ids }) => ids.includes(id.toLowerCase()),
  )
}

/** Whether a search tells something of a product: a full page without it says nothing, for it may stand on the next one. */
export function isConclusive({ ids, complete }: Found, id: string): boolean {
  return complete || ids.includes(id.toLowerCase())
}

export interface ListedProduct {
  readonly list: Exchange
  readonly entry: Readonly<Record<string, unknown>> | undefined
}

/** The entry of a product in what a search finds, looked for until it is as it is due, or until it is late beyond reason. */
export function findEntry(
  given: Given,
  { id, workspaceId }: Sought,
  sought: { readonly text: string; readonly isExpected?: (entry: NonNullable<ListedProduct['entry']>) => boolean },
): Promise<ListedProduct> {
  const { text, isExpected = () => true } = sought
  return given.eventually(
    async () => {
      const { exchange: list } = await given.trySearch(workspaceId, text)
      return { list, entry: entryOf(list, id) }
    },
    ({ entry }) => entry !== undefined && isExpected(entry),
  )
}
