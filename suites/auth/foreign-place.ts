import { entriesOf, shownIdsOf, propertyTypes, shownId, textIn } from '#suite'
import type { Entry, MadeFile, MadeItem, MadeProperty, PropertyType, Sources } from '#suite'
import { kindOf } from '../shared/example-property.ts'

export type FilePlace = 'item' | PropertyType

/** An item of another organization with a property of each type and files, in a product that no other check looks at. Each is made once, by whoever needs it first. */
export interface ForeignPlace {
  item(): Promise<MadeItem>
  property(type: PropertyType): Promise<MadeProperty>
  /** The item, or its property of a type. */
  target(place: FilePlace): Promise<MadeItem | MadeProperty>
  file(place: FilePlace): Promise<MadeFile>
}

/** Where files are made: on the item, and on properties of some types. */
export const filePlaces = ['item', 'text', 'numeric'] as const satisfies readonly FilePlace[]

const as = 'other-organization'

/** A place with this name, for checks that spare each other's things. */
export function foreignPlace(name: string, { given, session }: Sources): ForeignPlace {
  const shared = <Made>(what: string, make: () => Promise<Made>) => session.shared(`${name}: ${what}`, make)
  const item: ForeignPlace['item'] = () =>
    shared('item', async () => {
      await session.ensureKey(as)
      const product = await given.product({ description: `foreign ${given.word()}` }, { as })
      return given.item({ product, as })
    })
  const property: ForeignPlace['property'] = (type) =>
    shared(type, async () => given.property(type, { item: await item(), as }))
  const target: ForeignPlace['target'] = (place) => (place === 'item' ? item() : property(place))
  return {
    item,
    property,
    target,
    file: (place) => shared(`file on ${place}`, async () => given.file((await target(place)).id, { as })),
  }
}

/** A property of another organization, and records whose texts a rejection must not tell. */
export interface ForeignExample {
  readonly id: string
  readonly records: readonly unknown[]
}

/** One of a type: made in a place of this name, or, if nothing may be made, one that is there. */
export async function foreignExample(name: string, type: PropertyType, sources: Sources): Promise<ForeignExample> {
  const { given, session } = sources
  if (session.configuration.mode === 'read-write') {
    const { id, item } = await foreignPlace(name, sources).property(type)
    return { id, records: [item.exchange.json, item.product.exchange.json] }
  }
  const found = await session.shared('properties of the other organization', () => existingProperties(sources))
  const fitting = found.find((entry) => kindOf(entry) === type)
  if (fitting !== undefined) return { id: shownId(fitting), records: [] }
  return given.untestable({
    reason: 'missing-fixture',
    cause: `the first items of the other organization had no ${type} property; allow writes (--allow-writes)`,
  })
}

/** Limits of the search: an organization may have tens of thousands of each kind. */
const productsSearched = 8
const itemsSearched = 12

/** Properties of the first items that the other organization lists, until every type was seen. */
async function existingProperties({ api, given, session }: Sources): Promise<readonly Entry[]> {
  await session.ensureKey(as)
  const found: Entry[] = []
  const missing = new Set<unknown>(propertyTypes)
  const workspaceId = await given.workspace(as)
  const products = shownIdsOf(await given.listProducts(workspaceId, { as, query: { limit: productsSearched } }))
  for (const productId of products) {
    const query = await session.dialect.listQuery('listItems', { productId, workspaceId }).catch(() => ({}))
    const items = shownIdsOf(await api.send('listItems', { as, query: { ...query, limit: itemsSearched } }))
    for (const item of items) {
      const listed = entriesOf(await given.listProperties(item, { as, query: { limit: 200 } }))
      for (const { type } of listed) missing.delete(type)
      found.push(...listed)
      if (missing.size === 0) return found
    }
  }
  return found
}

/** A version of a place in which each of its properties has an id of its own as well. */
export interface PublishedPlace {
  readonly version: number
  /** The ids of that version, by those of the draft; a deployment may show none of them. */
  readonly ids: ReadonlyMap<string, string>
  /** The id of the item as its published properties name it, which may be that of the draft. */
  readonly itemId: string
}

/** The place as it was published once its properties were there; undefined if no control publishes. */
export async function publishedPlace(name: string, sources: Sources): Promise<PublishedPlace | undefined> {
  const { given, session } = sources
  if (session.configuration.mode === 'read-only' || !session.controls.has('publishVersion')) return undefined
  return session.shared(`${name}: version`, async () => {
    const place = foreignPlace(name, sources)
    const item = await place.item()
    await Promise.allSettled(propertyTypes.map((type) => place.property(type)))
    await Promise.allSettled(filePlaces.map((where) => place.file(where)))
    // lawful: a control may publish for the own organization alone.
    const made = await session.controls.publishVersion(item.product.id).catch(() => undefined)
    if (made === undefined) return undefined
    const { version } = made
    // lawful: the baseline may be refused; then those who ask for it are rejected as well.
    await given.chooseBaseline(item.product.id, version, { as })
    const listed = await given.eventually(
      () => given.listProperties(item.id, { as, query: { version, limit: 200 } }),
      (shown) => entriesOf(shown).length > 0,
    )
    const entries = entriesOf(listed)
    const itemId = textIn(entries[0], 'item_id') ?? item.id
    return { version, ids: new Map(entries.flatMap(idsInVersion)), itemId }
  })
}

function idsInVersion({
  id,
  draft_property_id: draft,
}: Readonly<Record<string, unknown>>): ReadonlyArray<[string, string]> {
  return typeof id === 'string' && typeof draft === 'string' ? [[draft.toLowerCase(), id]] : []
}
