import type { CheckContext } from '../../lib/run/check.ts'
import { entriesOf } from '../../lib/run/given/read-answer.ts'
import { propertyTypes } from '../../lib/contract/patterns.ts'

type Entry = Readonly<Record<string, unknown>>
type Sources = Pick<CheckContext, 'api' | 'given' | 'session'>

/** Bounds of the search: an organization may hold tens of thousands of everything. */
const productsSearched = 8
const itemsSearched = 12
const readById = 6

/** Products of a first page, of the workspace that the run works in. */
export async function existingProducts({ given, session }: Sources): Promise<readonly Entry[]> {
  return session.shared('first page of products', async () =>
    entriesOf(await given.listProducts(await given.workspace(), { query: { limit: 50 } })),
  )
}

/** Items of the first products, as many as the properties of each type need. */
export async function existingItems(sources: Sources): Promise<readonly Entry[]> {
  const { api, session } = sources
  const workspaceId = await sources.given.workspace()
  const queryOf = (place: { readonly productId?: string }) =>
    session.dialect.listQuery('listItems', { workspaceId, ...place }).catch(() => ({}))
  if ((await session.dialect.productParameter()) === undefined)
    return entriesOf(await api.send('listItems', { query: { ...(await queryOf({})), limit: 50 } }))
  const found: Entry[] = []
  for (const product of idsOf(await existingProducts(sources)).slice(0, productsSearched)) {
    if (found.length >= itemsSearched) break
    const query = await queryOf({ productId: product })
    found.push(...entriesOf(await api.send('listItems', { query: { ...query, limit: 50 } })))
  }
  return found
}

/** Properties of the first items, until every type was seen. */
export async function existingProperties(sources: Sources): Promise<readonly Entry[]> {
  const found: Entry[] = []
  const missing = new Set<unknown>(propertyTypes)
  for (const item of idsOf(await existingItems(sources)).slice(0, itemsSearched)) {
    const listed = entriesOf(await sources.given.listProperties(item, { query: { limit: 200 } }))
    for (const { type } of listed) missing.delete(type)
    found.push(...listed)
    if (missing.size === 0) break
  }
  return found
}

/** A few entries that differ most in what they show: one of each set of fields that hold something, and of each type. */
export function unlikeEachOther(entries: readonly Entry[]): readonly string[] {
  const byShape = new Map(entries.map((entry) => [shapeOf(entry), entry]))
  return idsOf([...byShape.values()]).slice(0, readById)
}

function shapeOf(entry: Entry): string {
  const shown = Object.keys(entry).filter((field) => entry[field] !== null && entry[field] !== undefined)
  return [entry['type'], ...shown.sort()].join(' ')
}

function idsOf(entries: readonly Entry[]): readonly string[] {
  return entries.flatMap(({ id }) => (typeof id === 'string' ? [id] : []))
}
