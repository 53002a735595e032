import type { Client } from '../client/client.ts'
import type { Exchange, Identity } from '../client/exchange.ts'
import { ListRefused, missingParameter, wholeList, type Entry } from './whole-list.ts'

export interface ProductSearch {
  readonly runId: string
  readonly identity: Identity
  /** Reads the whole lists: what carries the mark in its `readable_id` alone is found by no search for names. */
  readonly everywhere: boolean
  /** Whether a row shows just what was sent to make a product. */
  readonly isSent: (row: Entry) => boolean
}

export interface ProductsFound {
  readonly found: readonly Entry[]
  /** Why the search could not be ended. */
  readonly problem: string | undefined
}

type Query = Readonly<Record<string, string>>

/** Rows of products that show what the run sent, whatever became of the answer to their creation; never throws. */
export async function findOwnProducts(client: Client, search: ProductSearch): Promise<ProductsFound> {
  const found = new Map<string, Entry>()
  const q: Query = search.everywhere ? {} : { q: search.runId }
  const list = (path: string, query: Query): Promise<Exchange> =>
    client.send({ method: 'GET', path, query, as: search.identity, check: 'teardown' })
  const look = async (scope: Query): Promise<void> => {
    for await (const entry of wholeList((page) => list('/v1/public/products', { ...scope, ...q, ...page }), {
      endsShort: true,
    }))
      if (typeof entry['id'] === 'string' && search.isSent(entry)) found.set(entry['id'].toLowerCase(), entry)
  }
  try {
    const { whole, unscoped, parts } = await scopes(list, search.runId)
    if (whole) await look({})
    let looked = whole
    // What the list of all workspaces passed over, and the ledger names, is read by its id.
    if (whole && !search.everywhere) return { found: [...found.values()], problem: undefined }
    for await (const part of parts()) {
      looked = true
      await look(part).catch((error: unknown) => {
        // Where the whole was shown, the parameter may well have another name.
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
  /** Each workspace by itself: whether a list without one shows all of them is not for us to know. */
  readonly parts: () => AsyncGenerator<Query>
}

async function scopes(list: (path: string, query: Query) => Promise<Exchange>, runId: string): Promise<Scopes> {
  const unscoped = await list('/v1/public/products', { q: runId, limit: '1' })
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
