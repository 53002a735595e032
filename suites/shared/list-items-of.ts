import { idsOf, type Exchange, type MadeProduct, type Sources } from '#suite'

/** Pages read at most if the list of items cannot be narrowed down to a product. */
const pagesAtMost = 10
const limit = 100

export interface ListedItems {
  /** The last page that was read. */
  readonly answer: Exchange
  readonly ids: readonly string[]
  readonly entries: ReadonlyArray<Readonly<Record<string, unknown>>>
  /** The end of the list was reached: what is not among the entries is not in the list. */
  readonly complete: boolean
}

/** The items of a product, or as many of all items as is reasonable if the list takes no product. */
export async function listItemsOf(
  { api, given, session }: Sources,
  { id: productId, workspaceId }: MadeProduct,
): Promise<ListedItems> {
  const query = await session.dialect.listQuery('listItems', { productId, workspaceId })
  const entries: Array<Readonly<Record<string, unknown>>> = []
  const ids: string[] = []
  for (let page = 0; ; page += 1) {
    const answer = await api.send('listItems', { query: { ...query, limit, offset: page * limit } })
    given.requireSuccess(answer, 'ITEM-01')
    entries.push(...given.entriesOf(answer))
    ids.push(...idsOf(answer))
    const complete = given.entriesOf(answer).length < limit
    if (complete || page + 1 >= pagesAtMost) return { answer, ids, entries, complete }
  }
}
