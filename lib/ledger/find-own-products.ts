import type { Client } from '../client/client.ts'
import type { Exchange, Identity } from '../client/exchange.ts'
import { firstPage, ListRefused, missingParameter, wholeList, type Entry, type Page } from './whole-list.ts'

export interface ProductSearch {
  readonly runId: string
  readonly identity: Identity
  /** Reads the whole lists: a record with the mark only in its `readable_id` is not found by a search for names. */
  readonly everywhere: boolean
  /** Whether a row shows exactly what was sent to create a product. */
  readonly isSent: (row: Entry) => boolean
}

export interface ProductsFound {
  readonly found: readonly Entry[]
  /** Why the search could not be ended. */
  readonly problem: string | undefined
}

type Query = Readonly<Record<string, string>>

/** Rows of products that show what the run sent, whatever their creation answered; never throws. */
export async function findOwnProducts(client: Client, search: ProductSearch): Promise<ProductsFound> {
  const found = new Map<string, Entry>()
  const q: Query = search.everywhere ? {} : { q: search.runId }
  const list = (path: string, query: Query): Promise<Exchange> =>
    client.send({ method: 'GET', path, query, as: search.identity, check: 'teardown' })
  const look = async (scope: Query, first?: Exchange): Promise<void> => {
    const ask = (page: Page): Promise<Exchange> =>
      first && page.offset === firstPage.offset
        ? Promise.resolve(first)
        : list('/v1/public/products', { ...scope, ...q, ...page })
    for await (const entry of wholeList(ask, { endsShort: true }))
      if (typeof entry['id'] === 'string' && search.isSent(entry)) found.set(entry['id'].toLowerCase(), entry)
  }
  try {
    const { whole, unscoped, parts } = await scopes(list, q)
    if (whole) await look({}, unscoped)
    let looked = whole
    // Workspaces in the ledger that the list does not show are read by id.
    if (whole && !search.everywhere) return { found: [...found.values()], problem: undefined }
    for await (const part of parts()) {
      looked = true
      await look(part).catch((error: unknown) => {
        // If the whole list was shown, the parameter may have another name.
        if (!(whole && error instanceof ListRefused)) throw error
      })
    }
    if (!looked) throw new ListRefused(unscoped)
    return { found: [...found.values()], problem: undefined }
  } catch (error) {
    return { found: [...found.values()], problem: error instanceof Error ? error.message : String(error) }
  }
}

interface Scopes {
  /** The list answers without a workspace. */
  readonly whole: boolean
  /** What it answers then. */
  readonly unscoped: Exchange
  /** Each workspace separately: the list without one may not show all of them. */
  readonly parts: () => AsyncGenerator<Query>
}

async function scopes(list: (path: string, query: Query) => Promise<Exchange>, q: Query): Promise<Scopes> {
  const unscoped = await list('/v1/public/products', { ...q, ...firstPage })
  const parameter = missingParameter(unscoped) ?? 'workspace_id'
  return {
    whole: unscoped.status < 300,
    unscoped,
    parts: async function* () {
      for await (const { id } of wholeList((page) => list('/v1/public/workspaces', page), { endsShort: true }))
        if (typeof id === 'string') yield { [parameter]: id }
    },
  }
}
