import {
  entriesOf,
  propertyTypes,
  type CheckContext,
  type MadeFile,
  type MadeItem,
  type MadeProperty,
  type PropertyType,
} from '#suite'

export type Sources = Pick<CheckContext, 'api' | 'given' | 'session'>

/** Where a file of the place hangs. */
export type FilePlace = 'item' | PropertyType

/** An item of another organization with a property of each type and files, in a product that no other check looks at. Each is made once, by whoever needs it first. */
export interface ForeignPlace {
  item(): Promise<MadeItem>
  property(type: PropertyType): Promise<MadeProperty>
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
  return {
    item,
    property,
    file: (place) =>
      shared(`file on ${place}`, async () =>
        given.file((await (place === 'item' ? item() : property(place))).id, { as }),
      ),
  }
}

/** A version of a place in which each of its properties has an id of its own as well. */
export interface PublishedPlace {
  readonly version: number
  /** The ids of that version, by those of the draft; a deployment may show none of them. */
  readonly ids: ReadonlyMap<string, string>
  /** The id of the item as its published properties name it, which may be that of the draft. */
  readonly itemId: string
}

/** The place as it was published once its properties were there; undefined where no control publishes. */
export async function publishedPlace(name: string, sources: Sources): Promise<PublishedPlace | undefined> {
  const { given, session } = sources
  if (!session.controls.has('publishVersion')) return undefined
  return session.shared(`${name}: version`, async () => {
    const place = foreignPlace(name, sources)
    const item = await place.item()
    await Promise.allSettled(propertyTypes.map((type) => place.property(type)))
    await Promise.allSettled(filePlaces.map((where) => place.file(where)))
    // lawful: a control may publish for the own organization alone.
    const made = await session.controls.publishVersion(item.product.id).catch(() => undefined)
    if (made === undefined) return undefined
    const { version } = made
    // lawful: the baseline may be refused; then those who ask for it are refused as well.
    await given.update(item.product.id, { baseline_version_number: version }, { as })
    const listed = await given.listProperties(item.id, { as, query: { version, limit: 200 } })
    const entries = entriesOf(listed)
    const itemId = entries.map((entry) => entry['item_id']).find((id) => typeof id === 'string')
    return { version, ids: new Map(entries.flatMap(idsOf)), itemId: itemId ?? item.id }
  })
}

function idsOf({ id, draft_property_id: draft }: Readonly<Record<string, unknown>>): ReadonlyArray<[string, string]> {
  return typeof id === 'string' && typeof draft === 'string' ? [[draft.toLowerCase(), id]] : []
}
