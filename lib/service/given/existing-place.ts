import type { Place } from '../../dialect/fill-template.ts'
import type { Api } from '../../run/api.ts'
import type { Session } from '../../run/session.ts'
import { entryKeys } from '../records/entry-keys.ts'
import { shownIdsOf } from '../../run/answer.ts'
import type { Reads } from './reads.ts'
import type { Workspaces } from './workspaces.ts'

/** Bounds of the search: an organization may hold tens of thousands of everything. */
const workspacesSearched = 3
const productsSearched = 5
const itemsSearched = 8

/** The item with the most properties among the first that are there, with its product and workspace. */
export async function existingPlace(api: Api, session: Session, others: Reads & Workspaces): Promise<Place> {
  const first = await others.workspace()
  let richest: { readonly place: Place; readonly properties: number } = {
    place: { workspaceId: first },
    properties: -1,
  }
  let left = itemsSearched
  for (const workspaceId of [...new Set([first, ...(await others.workspaces())])].slice(0, workspacesSearched)) {
    const items = await firstItems(api, session, { workspaceId, products: await productsIn(workspaceId, others) })
    for (const { productId, itemId } of items.slice(0, left)) {
      const properties = entryKeys(await others.listProperties(itemId, { query: { limit: 100 } })).length
      if (properties > richest.properties) richest = { place: { workspaceId, productId, itemId }, properties }
    }
    left -= items.length
    if (left <= 0) break
  }
  return richest.place
}

async function productsIn(workspaceId: string, others: Reads): Promise<readonly string[]> {
  return shownIdsOf(await others.listProducts(workspaceId, { query: { limit: productsSearched } }))
}

interface FoundItem {
  readonly productId: string
  readonly itemId: string
}

async function firstItems(
  api: Api,
  session: Session,
  { workspaceId, products }: { readonly workspaceId: string; readonly products: readonly string[] },
): Promise<readonly FoundItem[]> {
  const parameter = await session.dialect.productParameter(products[0])
  const found: FoundItem[] = []
  for (const productId of products) {
    const query = await session.dialect.listQuery('listItems', { workspaceId, productId })
    const items = shownIdsOf(await api.send('listItems', { query: { limit: itemsSearched, ...query } }))
    found.push(...items.map((itemId) => ({ productId, itemId })))
    if (parameter === undefined || found.length >= itemsSearched) break
  }
  return found.slice(0, itemsSearched)
}
