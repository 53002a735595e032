import { UntestedError } from '../../checks/errors.ts'
import type { Place } from '../../dialect/fill-template.ts'
import { Undiscovered } from '../../dialect/undiscovered.ts'
import type { Api } from '../../run/api.ts'
import type { Session } from '../../run/session.ts'
import { existingPlace } from './existing-place.ts'
import { lengthenList } from './lengthen-list.ts'
import type { MadeItem } from './items.ts'
import { type ListName, lists } from './list-name.ts'
import type { ListSources } from './list-sources.ts'
import { type ListQuery, ListWindow } from './list-window.ts'
import { shownIdsOf } from '../../run/answer.ts'

export interface Lists {
  /** What a list has to be asked with, narrowed down to things of this run where it may make some. */
  listQuery(name: ListName): Promise<ListQuery>
  /** The beginning of a list that is more than a page long, where the run may make it so. */
  listWindow(name: ListName): Promise<ListWindow>
  /** The id of an entry of a list: one of this run where it may make some, else the first that is there. */
  listedId(name: Exclude<ListName, 'users'>): Promise<string>
}

/** Lists to turn the pages of; each is found or made once a session. */
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
      throw new UntestedError({ reason: 'missing-fixture', cause: `the list of ${name} is empty` })
    },
    listWindow: (name) =>
      session.shared(`window of the list of ${name}`, async () => {
        const query = await listQuery(name)
        if (session.configuration.mode === 'read-write' && !isPlaceless(name))
          await lengthenList(name, { api, session, others, query, item: await ownItem() })
        return ListWindow.open(api, name, query)
      }),
  }
}

/** Lists of the whole organization, which can be read where nothing else can. */
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
