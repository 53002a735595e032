import { ListWindow, type ListName, type ListQuery, type Sources } from '#suite'
import { ownItem } from '../shared/shared-place.ts'

/** What a list of things of this run alone must be asked with, and how many of them are there. */
export interface ThinnedList {
  readonly query: ListQuery
  /** What narrows the list down to them, beside its place. */
  readonly filter: ListQuery
  readonly left: number
}

/** What becomes of each that is created: a deleted one that a list forgets to leave out shows on its pages. */
const fates = ['kept', 'deleted', 'kept', 'deleted', 'kept'] as const
const left = 3

/** Texts before, amid and after the numbers: a page that is narrowed down after it was cut has too few. */
const propertiesInOrder = [
  { type: 'text', fate: 'kept' },
  { type: 'numeric', fate: 'kept' },
  { type: 'numeric', fate: 'softly deleted' },
  { type: 'text', fate: 'kept' },
  { type: 'numeric', fate: 'kept' },
  { type: 'numeric', fate: 'deleted' },
  { type: 'text', fate: 'kept' },
  { type: 'numeric', fate: 'kept' },
] as const

/** Deletes a property, softly if the web application can: a service may keep nothing of what the interface deletes. */
async function deleteProperty({ given, session }: Pick<Sources, 'given' | 'session'>, id: string, softly: boolean) {
  const isSoft = softly && session.controls.has('softDeleteProperty')
  if (isSoft) await session.controls.softDeleteProperty(id)
  else given.requireSuccess(await given.remove('property', id), 'PROP-34')
}

const makers = {
  // Names need not differ: an order by them alone may change from page to page.
  products: async ({ given }) => {
    const word = given.word()
    const name = `${given.name()} ${word}`
    for (const fate of fates) {
      const { id } = await given.product({ name })
      if (fate === 'deleted') given.requireSuccess(await given.remove('product', id), 'PROD-52')
    }
    const workspace = await given.workspace()
    // lawful: a search may find what is new a little later.
    await given.eventually(
      () => given.trySearch(workspace, word),
      ({ ids }) => ids.length >= left,
    )
    return { query: await given.listQuery('products'), filter: { q: word }, left }
  },
  items: async ({ given, session }) => {
    const product = await given.emptyProduct()
    for (const fate of fates) {
      const { id } = await given.item({ product })
      if (fate === 'deleted') given.requireSuccess(await given.remove('item', id), 'ITEM-07')
    }
    const place = { productId: product.id, workspaceId: product.workspaceId }
    return { query: await session.dialect.listQuery('listItems', place), filter: {}, left }
  },
  properties: async (sources) => {
    const { given, session } = sources
    const item = await ownItem(sources)
    for (const { type, fate } of propertiesInOrder) {
      const { id } = await given.property(type, { item })
      if (fate !== 'kept') await deleteProperty({ given, session }, id, fate === 'softly deleted')
    }
    const query = await session.dialect.listQuery('listProperties', { itemId: item.id })
    return { query, filter: {}, left: propertiesInOrder.filter(({ fate }) => fate === 'kept').length }
  },
} as const satisfies { readonly [Name in ListName]?: (sources: Sources) => Promise<ThinnedList> }

export type ThinnedName = keyof typeof makers
export const thinnedNames = ['products', 'items', 'properties'] as const satisfies readonly ThinnedName[]

/** What a list of this run shows, read once by all who do not change it. */
export async function thinnedWindow(name: ThinnedName, sources: Sources): Promise<ListWindow> {
  const { query, filter } = await thinnedList(name, sources)
  return sources.session.shared(`window of the thinned list of ${name}`, () =>
    ListWindow.open(sources.api, name, { ...query, ...filter }),
  )
}

/** A list of this run, made once. */
export function thinnedList(name: ThinnedName, sources: Sources): Promise<ThinnedList> {
  return sources.session.shared(`thinned list of ${name}`, async () => makers[name](sources))
}
