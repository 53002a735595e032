import { entriesOf, propertyTypes, asText, type Sources, shownId, textIn } from '#suite'

type Entry = Readonly<Record<string, unknown>>
/** Limits of the search: an organization may have tens of thousands of each kind. */
const productsSearched = 8
const itemsSearched = 12
const readById = 6

/** Items of the first products, as many as the properties of each type need. */
export function existingItems(sources: Sources): Promise<readonly Entry[]> {
  return sources.session.shared('items that are there', () => findItems(sources))
}

async function findItems(sources: Sources): Promise<readonly Entry[]> {
  const { api, session } = sources
  const queryOf = (place: { readonly workspaceId: string; readonly productId?: string }) =>
    session.dialect.listQuery('listItems', place).catch(() => ({}))
  const workspaceId = await sources.given.workspace()
  if ((await session.dialect.productParameter()) === undefined)
    return entriesOf(await api.send('listItems', { query: { ...(await queryOf({ workspaceId })), limit: 50 } }))
  const found: Entry[] = []
  for (const product of (await sources.given.existingProducts()).slice(0, productsSearched)) {
    if (found.length >= itemsSearched) break
    const home = textIn(product, 'workspace_id') ?? workspaceId
    const query = await queryOf({ workspaceId: home, productId: shownId(product) })
    found.push(...entriesOf(await api.send('listItems', { query: { ...query, limit: 50 } })))
  }
  return found
}

/** Properties of the first items, until every type was seen. */
export function existingProperties(sources: Sources): Promise<readonly Entry[]> {
  return sources.session.shared('properties that are there', () => findProperties(sources))
}

async function findProperties(sources: Sources): Promise<readonly Entry[]> {
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
export function differentExamples(entries: readonly Entry[]): readonly string[] {
  const unlike = new Map(entries.map((entry) => [shapeOf(entry), entry])).values()
  // A list may leave out what the record has: the rest fills up.
  return [...new Set(idsOf([...unlike, ...entries]))].slice(0, readById)
}

function shapeOf(entry: Entry): string {
  const shown = Object.keys(entry).filter((field) => entry[field] !== null && entry[field] !== undefined)
  return [asText(entry['type']), ...shown.sort()].join(' ')
}

function idsOf(entries: readonly Entry[]): readonly string[] {
  return entries.flatMap((entry) => textIn(entry, 'id') ?? [])
}
