import { UntestedError } from '../../checks/errors.ts'
import type { Place } from '../../dialect/fill-template.ts'
import { Undiscovered } from '../../dialect/found.ts'
import type { Api } from '../../run/api.ts'
import type { Session } from '../../run/session.ts'
import type { MadeItem, Items } from './items.ts'
import { lists, type ListName } from './list-name.ts'
import { ListWindow, type ListQuery } from './list-window.ts'
import { shownIdsOf } from '../../run/answer.ts'
import { entryKeys } from '../records/entry-keys.ts'
import type { Reads } from './reads.ts'
import type { Workspaces } from './workspaces.ts'
import { succeeded, type Exchange } from '../../client/exchange.ts'
import { leaveSpare } from './spare-products.ts'
import type { Files } from './files.ts'
import type { Products } from './products.ts'

export interface Lists {
  /** The query that a list needs, filtered to records of this run if the run may create some. */
  listQuery(name: ListName): Promise<ListQuery>
  /** The beginning of a list of more than one page; the run extends the list if it may. */
  listWindow(name: ListName): Promise<ListWindow>
  /** The id of an entry of a list: one of this run if it may create some, or the first existing one. */
  listedId(name: Exclude<ListName, 'users'>): Promise<string>
}

/** Lists to turn the pages of; each is found or made once per session. */
export function createLists(api: Api, session: Session, others: ListSources): Lists {
  const ownItem = (): Promise<MadeItem | undefined> =>
    session.shared('item of the lists', async () => {
      if (session.configuration.mode === 'read-only') return undefined
      return others.item().catch(nothingWhereUnlearned)
    })
  const place = (): Promise<Place> =>
    session.shared('place of the lists', async () => {
      const item = await ownItem()
      if (item) return { workspaceId: item.product.workspaceId, productId: item.product.id, itemId: item.id }
      return existingPlace(api, session, others)
    })
  const listQuery: Lists['listQuery'] = (name) =>
    session.shared(`query of the list of ${name}`, async () =>
      session.dialect
        .listQuery(lists[name].endpoint, isPlaceless(name) ? {} : await place())
        .catch((error: unknown) => {
          // Asked without anything, the list answers for itself what it misses.
          if (error instanceof Undiscovered) return {}
          throw error
        }),
    )
  return {
    listQuery,
    listedId: async (name) => {
      const item = await ownItem()
      if (item) return session.shared(`id for the list of ${name}`, async () => makeListed(name, item, others))
      const [id] = shownIdsOf(await api.send(lists[name].endpoint, { query: { ...(await listQuery(name)), limit: 1 } }))
      if (id !== undefined) return id
      throw new UntestedError({ reason: 'missing-fixture', cause: `the list of ${name} was empty` })
    },
    listWindow: (name) =>
      session.shared(`window of the list of ${name}`, async () => {
        const query = await listQuery(name)
        if (session.configuration.mode === 'read-write' && !session.isSmoke && !isPlaceless(name))
          await lengthenList(name, { api, session, others, query, item: await ownItem() })
        return ListWindow.open(api, name, query)
      }),
  }
}

/** Lists of the whole organization, which can be read if nothing else can. */
function isPlaceless(name: ListName): boolean {
  return name === 'workspaces' || name === 'users'
}

async function makeListed(name: Exclude<ListName, 'users'>, item: MadeItem, others: ListSources): Promise<string> {
  if (name === 'workspaces') return item.product.workspaceId
  if (name === 'products') return item.product.id
  if (name === 'items') return item.id
  return name === 'properties' ? (await others.property('text', { item })).id : (await others.file(item.id)).id
}

/** Where items cannot be made, those of others serve. */
function nothingWhereUnlearned(error: unknown): undefined {
  if (error instanceof UntestedError || error instanceof Undiscovered) return undefined
  throw error
}

/** Limits of the search: an organization may have tens of thousands of each kind. */
const workspacesSearched = 3
const productsSearched = 5
const itemsSearched = 8

/** The item with the most properties among the first that are there, with its product and workspace. */
async function existingPlace(api: Api, session: Session, others: Reads & Workspaces): Promise<Place> {
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

/** A few more than the documented page of 50. */
const overOnePage = 56
/** A few more than the largest page, if one request makes many. */
const overTheLargestPage = 205
/** Sizes of one bulk creation; the run uses the first that the target accepts. */
const bulkSizes = [100, 20] as const

interface Lengthening {
  readonly api: Api
  readonly session: Session
  readonly others: ListSources
  readonly query: ListQuery
  /** The item of this run; nothing if none can be made. */
  readonly item: MadeItem | undefined
}

/** Makes a list longer than a page, below a product of this run; workspaces and users stay as they are. */
async function lengthenList(name: ListName, lengthening: Lengthening): Promise<void> {
  const { others, item } = lengthening
  if (name === 'products') {
    await makeSingly(name, lengthening, async () =>
      leaveSpare(lengthening.session, [(await others.product()).exchange]),
    )
    return
  }
  if (!item) return
  if (name === 'files') await makeSingly(name, lengthening, async () => others.file(item.id))
  if (name === 'items') await makeInBulk(name, lengthening, item)
  if (name === 'properties') await makeInBulk(name, lengthening, item)
}

async function lengthOf(name: ListName, { api, query }: Lengthening): Promise<number> {
  return entryKeys(await api.send(lists[name].endpoint, { query: { ...query, limit: 200 } })).length
}

/** What cannot be made leaves the list shorter: the checks say what they miss. */
async function makeSingly(name: ListName, lengthening: Lengthening, make: () => Promise<unknown>): Promise<void> {
  const missing = Math.max(0, overOnePage - (await lengthOf(name, lengthening)))
  const [first, ...others] = Array.from({ length: missing }, () => make)
  try {
    await first?.()
    await Promise.all(others.map((makeAnother) => makeAnother()))
  } catch (error) {
    if (!(error instanceof UntestedError) && !(error instanceof Undiscovered)) throw error
  }
}

async function makeInBulk(name: 'items' | 'properties', lengthening: Lengthening, item: MadeItem): Promise<void> {
  for (const size of bulkSizes) {
    if (!succeeded(await sendBulk(name, lengthening, { item, size }))) continue
    for (let made = size; made < overTheLargestPage; made += size) {
      const rest = { item, size: Math.min(size, overTheLargestPage - made) }
      if (!succeeded(await sendBulk(name, lengthening, rest))) break
    }
    break
  }
  const { others } = lengthening
  await makeSingly(name, lengthening, async () =>
    name === 'items' ? others.item({ product: item.product }) : others.property('text', { item }),
  )
}

async function sendBulk(
  name: 'items' | 'properties',
  { api, session, others }: Lengthening,
  { item, size }: { readonly item: MadeItem; readonly size: number },
): Promise<Exchange | undefined> {
  const places = Array.from({ length: size }, () => others.placeIn(item.product, item))
  try {
    return name === 'items'
      ? await api.send('createItemsInBulk', { json: await session.dialect.itemBulkBody(places) })
      : await api.send('createPropertiesInBulk', { json: await session.dialect.propertyBulkBody(places) })
  } catch (error) {
    if (error instanceof Undiscovered) return undefined
    throw error
  }
}

/** What lists are made with. */
type ListSources = Products & Items & Files & Reads & Workspaces
