import { entriesOf, propertyTypes, asText, type Exchange, type Sources, shownId, textIn } from '#suite'

type Entry = Readonly<Record<string, unknown>>
/** Limits of the search: an organization may have tens of thousands of each kind. */
const productsSearched = 8
const itemsSearched = 12
const readById = 6
const limit = 50

/** Items of the first products, as many as the properties of each type need. */
export function existingItems(sources: Sources): Promise<readonly Entry[]> {
  return sources.session.shared('items that are there', () => findItems(sources))
}

async function findItems(sources: Sources): Promise<readonly Entry[]> {
  const { api, session } = sources
  const place = { workspaceId: await sources.given.workspace() }
  if ((await session.dialect.productParameter()) === undefined) {
    const query = await session.dialect.listQuery('listItems', place).catch(() => ({}))
    return entriesOf(await api.send('listItems', { query: { ...query, limit } }))
  }
  const found: Entry[] = []
  for (const product of (await sources.given.existingProducts()).slice(0, productsSearched)) {
    if (found.length >= itemsSearched) break
    const listed = itemsOfExisting(sources, product).catch(() => api.send('listItems', { query: { limit } }))
    found.push(...entriesOf(await listed))
  }
  return found
}

/** The first items of a product that this run did not create, listed once per session. */
export function itemsOfExisting({ api, given, session }: Sources, product: Entry): Promise<Exchange> {
  const productId = shownId(product)
  return session.shared(`items of the existing product ${productId}`, async () => {
    const workspaceId = textIn(product, 'workspace_id') ?? (await given.workspace())
    const query = await session.dialect.listQuery('listItems', { productId, workspaceId })
    return api.send('listItems', { query: { ...query, limit } })
  })
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
